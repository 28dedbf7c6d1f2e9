/** Of the product: the same for every part of one checkout. */
export const VERSION = '0.1.0';
