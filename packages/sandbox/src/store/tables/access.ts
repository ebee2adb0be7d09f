export interface AccessTokenTable {
  project_id: string;
  id: string;
  /** The secret itself: a signature can only be checked with it. */
  secret: string;
  /** Policy as JSON. */
  policy: string;
  /** Milliseconds since 1970. */
  expires: number;
}

/** Secrets of the sandbox itself, which all servers on one store share. */
export interface ServerSecretTable {
  name: string;
  value: string;
}

export interface AccessTables {
  server_secrets: ServerSecretTable;
  access_tokens: AccessTokenTable;
}
