export { createSessionState, type SessionState, type SessionStateDeps } from './session-state.js';
