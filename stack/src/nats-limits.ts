/** The server takes a limit that an account doesn't name for zero, so all are named. */
export const UNLIMITED = {
  subs: -1,
  data: -1,
  payload: -1,
  imports: -1,
  exports: -1,
  wildcards: true,
  conn: -1,
  leaf: -1,
};

/** Not for the server's own account, which may have no JetStream. */
export const UNLIMITED_JETSTREAM = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
