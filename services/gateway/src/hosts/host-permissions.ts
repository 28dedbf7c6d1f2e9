/** What a host may say and hear on the bus: its own subjects and its own inbox, nothing else. */
export function hostPermissions(host: string) {
  const bucket = `host_${host}`;
  return {
    pub: {
      allow: [
        `pw.v1.host.*.${host}.>`,
        `pw.v1.heartbeat.${host}`,
        `pw.v1.terminal.${host}.*.out`,
        `$JS.API.CONSUMER.INFO.COMMAND.${host}`,
        `$JS.API.CONSUMER.MSG.NEXT.COMMAND.${host}`,
        `$JS.ACK.COMMAND.${host}.>`,
        `$O.${bucket}.C.>`,
        `$O.${bucket}.M.>`,
        `$JS.API.STREAM.INFO.OBJ_${bucket}`,
        `$JS.API.STREAM.MSG.GET.OBJ_${bucket}`,
        `$JS.API.DIRECT.GET.OBJ_${bucket}.>`,
      ],
    },
    sub: {
      allow: [
        `_INBOX_${host}.>`,
        `pw.v1.terminal.${host}.*.in`,
        `pw.v1.terminal.${host}.*.resize`,
        `pw.v1.terminal.${host}.*.ack`,
      ],
    },
  };
}
