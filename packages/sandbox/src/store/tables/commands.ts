export interface CommandTable {
  project_id: string;
  id: string;
  node_id: string;
  command: string;
  data: string;
  data_type: string;
  /** `pending`, `received`, `processing`, `success`, `failure` or `invalidated`; that it expired, `expires` says. */
  status: string;
  /** Acknowledgment of the device; null before. */
  ack_data: string | null;
  ack_data_type: string | null;
  /** Milliseconds since 1970. */
  issued: number;
  updated: number;
  expires: number;
}

export interface CommandTables {
  commands: CommandTable;
}
