import { useHost } from '../../app/dashboard-state.js';
import type { Session } from '../../app/session-store.js';
import { cliName } from '../../ui/cli-name.js';
import { memory } from '../../ui/memory.js';
import { visibleText } from '../../ui/visible-text.js';
import { MatchMenu } from './match-menu.js';
import classes from './session-header.module.css';

const LEFT_TO_RIGHT = '\u200e';

/** Where it runs and with what; nothing that isn't known. */
export function SessionFacts({ session }: { session: Session }) {
  const { cli, model, cwd, hostId, match, memoryBytes, memoryMeasure } = session;
  const host = useHost(hostId)?.name ?? hostId;
  return (
    <div className={classes['facts']}>
      <span>{host}</span>
      <span className={`cut ${classes['folder']}`} title={cwd}>
        {LEFT_TO_RIGHT}
        {visibleText(cwd)}
      </span>
      <span>
        {cliName(cli)}
        {model !== null && `, ${visibleText(model)}`}
      </span>
      {match !== null && <MatchMenu session={session} />}
      {memoryBytes !== null && (
        <span className="num" title={memoryMeasure?.toUpperCase()}>
          {memory(memoryBytes)}
        </span>
      )}
    </div>
  );
}
