import type { Command } from 'commander';
import { exitCodeOf, type CommonOptions, type Outcome } from '../command.js';
import { answer, answerJson, progress, table } from '../print.js';
import { stopOnSignals, untilAborted } from '../until-stopped.js';

const join = async (url: string, options: CommonOptions & { token: string; name?: string }): Outcome => {
  const [{ readEnvironment, joinAsHost }, { hostname }] = await Promise.all([
    import('@pitwall/stack'),
    import('node:os'),
  ]);
  const home = options.home ?? readEnvironment().home;
  const { hostId } = await joinAsHost({
    ...{ home, token: options.token, name: options.name ?? hostname() },
    url: url.replace(/\/+$/, ''),
  });
  if (options.json) return answerJson({ hostId, url });
  answer(`joined as ${hostId}`);
  answer('now run: pitwall host up');
};

const up = async (options: CommonOptions): Outcome => {
  const signal = stopOnSignals();
  const { readEnvironment, startJoinedHost } = await import('@pitwall/stack');
  const home = options.home ?? readEnvironment().home;
  const host = await startJoinedHost({ home, log: progress, signal });
  if (options.json) answerJson({ ready: host.hostId });
  else answer(`ready host ${host.hostId}`);
  await untilAborted(signal);
  progress('stopping…');
  await host.stop();
  progress('stopped; terminals keep running (end them: pitwall down --all)');
  process.exit(0);
};

const token = async (options: CommonOptions): Outcome => {
  const { connectGateway } = await import('../gateway-client.js');
  const client = connectGateway(options.home);
  const { createJoinToken } = await client.ask<{ createJoinToken: { token: string } }>(
    'mutation { createJoinToken { token } }',
  );
  if (options.json) return answerJson({ token: createJoinToken.token, url: client.url });
  answer(createJoinToken.token);
  progress(`good once, for 15 min; on the other machine: pitwall host join ${client.url} --token TOKEN`);
};

interface Host {
  readonly id: string;
  readonly name: string;
  readonly reachable: boolean;
  readonly version: string | null;
  readonly terminals: number;
  readonly waiting: number;
  readonly lastSeenAt: string | null;
}

const list = async (options: CommonOptions): Outcome => {
  const { connectGateway } = await import('../gateway-client.js');
  const { hosts } = await connectGateway(options.home).ask<{ hosts: Host[] }>(
    '{ hosts { id name reachable version terminals waiting lastSeenAt } }',
  );
  if (options.json) return answerJson({ hosts });
  if (hosts.length === 0) return answer('No machines yet. Add one with: pitwall host token');
  const rows = hosts.map((host) => [
    host.id,
    host.name,
    host.reachable ? 'in reach' : `not heard since ${host.lastSeenAt ?? 'it joined'}`,
    host.version ?? '-',
    String(host.terminals),
    String(host.waiting),
  ]);
  answer(table([['host', 'name', 'state', 'version', 'terminals', 'waiting events'], ...rows]));
};

export const registerHost = (program: Command): void => {
  const host = program.command('host').description('the machines of a stack: join one, run it, list them');
  const verb = (usage: string, description: string): Command =>
    host
      .command(usage)
      .description(description)
      .option('--home <dir>', 'the home to use (default: $PITWALL_HOME or ~/.pitwall)')
      .option('--json', 'answer in JSON');
  verb('list', 'every machine and whether it is in reach').action(exitCodeOf(list));
  verb('token', 'a one-time token with which another machine joins').action(exitCodeOf(token));
  verb('join <url>', 'make this machine a host of the stack at that address')
    .requiredOption('--token <token>', 'from: pitwall host token')
    .option('--name <name>', 'what people call it (default: its host name)')
    .action(exitCodeOf(join));
  verb('up', 'run this machine as a host of the stack that it has joined').action(exitCodeOf(up));
};
