export { cardOf } from './core/card-of.js';
export { reduce, type Reduced, type Transition } from './core/reduce.js';
