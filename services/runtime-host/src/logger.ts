/** What the daemon logs with: pino's shape, constant messages, data in fields. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
