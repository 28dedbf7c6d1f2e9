import { useHosts, useSessions } from '../../app/dashboard-state.js';
import { Field } from '../../ui/field.js';
import { Segmented } from '../../ui/segmented.js';
import { SuggestedField } from '../../ui/suggested-field.js';
import { PERMISSION_MODES, type Draft } from './draft.js';
import { recentFolders, recentModels, recentRooms } from './recent.js';
import classes from './new-session.module.css';

const CLIS = [
  { value: 'claude', shown: 'Claude Code' },
  { value: 'codex', shown: 'Codex' },
] as const;
const OPTIONAL = 'optional';

interface NewSessionFieldsProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** What speaks against the folder. */
  objection: string | null;
}

export function NewSessionFields({ draft, onChange, objection }: NewSessionFieldsProps) {
  const sessions = useSessions();
  const hosts = useHosts();
  const set = (change: Partial<Draft>): void => onChange({ ...draft, ...change });
  const suggested = { note: OPTIONAL, mono: true };
  return (
    <>
      <Segmented
        className={classes['agent']}
        label="Agent"
        value={draft.cli}
        options={CLIS}
        onChange={(cli) => set({ cli })}
      />
      {hosts.length > 1 && (
        <Field label="Host" className={classes['wide']}>
          {(control) => (
            <select {...control} value={draft.hostId} onChange={(event) => set({ hostId: event.target.value })}>
              <option value="">Choose a host</option>
              {hosts.map(({ id, name, reachable }) => (
                <option key={id} value={id} disabled={!reachable}>
                  {reachable ? name : `${name} (not in reach)`}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <SuggestedField
        label="Folder"
        className={classes['wide']}
        value={draft.cwd}
        suggestions={recentFolders(sessions, draft.hostId)}
        onChange={(cwd) => set({ cwd })}
        objection={objection}
        placeholder="/home/you/project"
        mono
        autoFocus
      />
      <Field label="Prompt" note={OPTIONAL} className={classes['wide']}>
        {(control) => (
          <textarea
            {...control}
            rows={4}
            placeholder="What shall the agent do first?"
            value={draft.prompt}
            onChange={(event) => set({ prompt: event.target.value })}
          />
        )}
      </Field>
      <Field label="Title" note={OPTIONAL} className={draft.cli === 'codex' ? undefined : classes['wide']}>
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            placeholder="Named after its folder if left empty"
            value={draft.title}
            onChange={(event) => set({ title: event.target.value })}
          />
        )}
      </Field>
      <SuggestedField
        {...suggested}
        label="Model"
        value={draft.model}
        suggestions={recentModels(sessions, draft.cli)}
        onChange={(model) => set({ model })}
      />
      {draft.cli === 'claude' && (
        <SuggestedField
          {...suggested}
          label="Permission mode"
          value={draft.permissionMode}
          suggestions={PERMISSION_MODES}
          onChange={(permissionMode) => set({ permissionMode })}
        />
      )}
      <SuggestedField
        label="Room"
        note={OPTIONAL}
        className={classes['wide']}
        value={draft.room}
        suggestions={recentRooms(sessions)}
        onChange={(room) => set({ room })}
      />
    </>
  );
}
