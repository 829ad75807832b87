/** Where events of the audit trail are also written. `name`: the setting, under which its position is kept. */
export type EventLogPlace =
  | { kind: 'stdout'; name: string }
  | { kind: 'file'; name: string; file: string }
  | { kind: 'syslog'; name: string; host: string; port: number; isEncrypted: boolean }
