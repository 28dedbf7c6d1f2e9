import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { built, code, duration, page, PRINTED, table } from './markdown.mjs';

/** A JSON schema in the words of a reader. */
function typeOf(schema) {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.oneOf) return schema.oneOf.map(typeOf).join(' or ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.type === 'object') return objectOf(schema);
  return schema.type ?? 'any';
}

const objectOf = ({ properties, additionalProperties }) => {
  if (!properties)
    return typeof additionalProperties === 'object' ? `map to ${typeOf(additionalProperties)}` : 'object';
  return `{ ${Object.entries(properties)
    .map(([name, schema]) => `${name}: ${typeOf(schema)}`)
    .join(', ')} }`;
};

const jsonSchema = (schema) => schema.toJSONSchema({ io: 'input', unrepresentable: 'any' });

/** The fields of a message, or of each of its forms. */
const fields = (schema) => {
  const json = jsonSchema(schema);
  const forms = json.oneOf ?? json.anyOf ?? [json];
  return forms.map(fieldsOf).join('\n\n');
};

const fieldsOf = ({ properties = {}, required = [] }) =>
  Object.keys(properties).length === 0
    ? 'No fields.'
    : table(
        ['field', 'type'],
        Object.entries(properties).map(([name, schema]) => ({
          field: code(name) + (required.includes(name) ? '' : ' (optional)'),
          type: code(typeOf(schema)),
        })),
      );

/** The first fixture of an entry, as an example. */
const example = (root, folder, entry) => {
  const path = join(root, 'libs/contracts/fixtures', folder);
  const name = readdirSync(path)
    .sort((a, b) => a.length - b.length)
    .find((file) => file.split('.')[0] === entry);
  const text = readFileSync(join(path, name), 'utf8').trim();
  return ['<details><summary>example</summary>', '```json', text, '```', '</details>']
    .join('\n\n')
    .replace(/```json\n\n/, '```json\n')
    .replace(/\n\n```\n/, '\n```\n');
};

const logSection = (root, { log, envelope, subject, about }) =>
  [
    `## The ${log.name} log`,
    about,
    `Subject ${code(subject)}. Every event is an object with these fields, \`event\` (its name) and \`data\`:`,
    fields(envelope),
    ...Object.entries(log.events).flatMap(([event, schema]) => [
      `### ${log.name}: ${event}`,
      fields(schema),
      example(root, log.name, event),
    ]),
  ].join('\n\n');

const WHERE = {
  card: 'Value in the KV bucket `cards`, under `<team>.<sessionId>`.',
  heartbeat: 'Core NATS, `pw.v1.heartbeat.<hostId>`, every 2 s.',
  'enrol-host': '`POST /hosts/enrol` of the gateway.',
  'host-connection': 'Answer of `POST /hosts/connect`.',
  'host-enrolled': 'Answer of `POST /hosts/enrol`.',
  'service-status': 'Answer of every part to `pw.v1.status`.',
  viewer: 'Core NATS, `pw.v1.terminal.<hostId>.<terminalId>.resize`.',
  'viewer-ack': 'Core NATS, `pw.v1.terminal.<hostId>.<terminalId>.ack`.',
};

const messageSection = (root, message) => {
  if (!WHERE[message.name]) throw new Error(`scripts/docs/messages.mjs does not say where ${message.name} is sent`);
  return [
    `### ${message.name}`,
    WHERE[message.name],
    fields(message.schema),
    example(root, message.name, message.name),
  ].join('\n\n');
};

const requestSection = (title, subject, { request, reply }) =>
  [`### ${title}`, `Subject ${code(subject)}.`, 'Request:', fields(request), 'Reply:', fields(reply)].join('\n\n');

/** docs/messages.md */
export async function messagesPage(root) {
  const contracts = await built(root, 'libs/contracts/dist/index.js');
  const { CATALOG, STREAMS, SESSION_REQUESTS, RESEND_SESSION, TEAM_OF_HOST } = contracts;
  const [host, session, command] = CATALOG.logs;
  const logs = [
    {
      log: host,
      envelope: contracts.hostEnvelope,
      subject: 'pw.v1.host.<shard>.<hostId>.<event>',
      about: 'Everything that a host knows, in the order in which it happened there. Written by pty-host alone.',
    },
    {
      log: session,
      envelope: contracts.sessionEnvelope,
      subject: 'pw.v1.session.<shard>.<sessionId>.<event>',
      about: 'Everything that happened to a session. Written by the matcher alone.',
    },
    {
      log: command,
      envelope: contracts.commandEnvelope,
      subject: 'pw.v1.command.<hostId>.<verb>',
      about: 'What a host is asked to do: once per `commandId`, and not after `expiresAt`.',
    },
  ];

  return page(
    '# Messages',
    PRINTED,
    'Every message is defined once, in `libs/contracts`, as a zod schema that each receiver parses with. Within a version fields are only added; a receiver ignores fields that it does not know, and keeps the place of an event that it does not know. `libs/contracts/fixtures` has a payload of every version that was shipped.',
    '## Streams',
    table(
      ['stream', 'subjects', ['age', 'kept for'], ['window', 'duplicate window']],
      STREAMS.map(({ name, subjects, maxAgeMs, duplicateWindowMs }) => ({
        stream: name,
        subjects: subjects.map(code).join(', '),
        age: duration(maxAgeMs),
        window: duration(duplicateWindowMs),
      })),
    ),
    'All keep by limits: an acknowledgement deletes nothing. Besides them there are the KV bucket `cards` and one object bucket `host_<hostId>` per host for bodies over 8 KB. Terminal bytes are core NATS and in no stream.',
    ...logs.map((one) => logSection(root, one)),
    '## Messages that stand alone',
    ...CATALOG.messages.map((message) => messageSection(root, message)),
    '## Requests',
    'Request and reply over core NATS, answered by the owner of the shard. The same `requestId` gets the same receipt, and does nothing twice.',
    ...Object.entries(SESSION_REQUESTS).map(([verb, one]) =>
      requestSection(`session-state: ${verb}`, `pw.v1.request.session-state.<shard>.${verb}`, one),
    ),
    requestSection('matcher: resend', 'pw.v1.request.matcher.<shard>.resend', RESEND_SESSION),
    requestSection('directory: team-of-host', 'pw.v1.request.directory.team-of-host', TEAM_OF_HOST),
  );
}
