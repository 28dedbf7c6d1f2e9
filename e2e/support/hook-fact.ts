import type { HookData, HostFact } from '@pitwall/contracts';

/** A hook as a host would tell it of an agent that somebody started in an editor. */
export function hookFact(payload: object, folder: string): HostFact {
  const data: HookData = {
    cli: 'claude',
    payload: payload as HookData['payload'],
    via: 'http',
    terminalId: null,
    folder,
    entrypoint: 'cli',
    parentSession: null,
    termProgram: 'vscode',
    process: null,
    hasTty: true,
    ancestors: [],
    requestId: null,
    truncated: false,
  };
  return { event: 'hook', data };
}
