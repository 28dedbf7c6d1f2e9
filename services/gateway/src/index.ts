export { HOME_TEAM, createGateway, type Gateway, type GatewayDeps } from './gateway.js';
