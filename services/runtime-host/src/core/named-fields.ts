/** Texts of a hook payload that the rules read, as the contract names them; everything else may have any shape. */
export const NAMED_TEXTS = [
  'cwd',
  'transcript_path',
  'permission_mode',
  'model',
  'source',
  'reason',
  'prompt_id',
  'turn_id',
  'tool_name',
  'tool_use_id',
  'agent_id',
  'agent_type',
] as const;

const NAMED: ReadonlySet<string> = new Set(['session_id', 'hook_event_name', 'effort', ...NAMED_TEXTS]);

/** Whether the rules read the field, so that it stays in the message as it is; such fields are short. */
export const isNamedField = (key: string): boolean => NAMED.has(key);
