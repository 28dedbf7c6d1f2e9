/** Progress of the stack for a person; the services log by themselves. */
export type StackLog = (message: string) => void;

export const silentLog: StackLog = () => undefined;
