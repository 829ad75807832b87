// For each alert: figures by the minute, a time at which it must not fire yet, one at which it fires, and one at which it
// has ended. Values as promtool takes them: 1x4 is five times 1, 0+6x4 begins at 0 and grows by 6.

/** What an alert is tried with. */
export interface AlertCase {
  alert: string
  series: Readonly<Record<string, string>>
  quiet: string
  fires: string
  over: string
}

const node = (name: string, labels = '') => `${name}{job="portico", instance="a"${labels && `, ${labels}`}}`

/** A figure that is good for five minutes, then bad for twenty, and then good again. */
const between = (
  alert: string,
  name: string,
  good: string | number,
  bad: string | number,
  quiet = '4m',
  fires = '20m',
) => ({
  alert,
  series: { [name]: `${good}x4 ${bad}x19 ${good}x60` },
  quiet,
  fires,
  over: '40m',
})

/** The same within hours. */
const withinHours = (alert: string, name: string, good: number, bad: number) => ({
  alert,
  series: { [name]: `${good}x4 ${bad}x600 ${good}x60` },
  quiet: '30m',
  fires: '8h',
  over: '10h10m',
})

/** A counter that stands still, grows for a while and stands still again. */
const growing = (alert: string, name: string, growth: number, more: Readonly<Record<string, string>> = {}) => ({
  alert,
  series: { [name]: `0x4 0+${growth}x30 ${growth * 30}x180`, ...more },
  quiet: '4m',
  fires: '30m',
  over: '3h',
})

const NAN = Array.from({ length: 20 }, () => 'NaN').join(' ')
const requests = (status: string) => node('http_server_requests_total', `group="own-reads", status="${status}"`)
const signIns = (part: string, le = '') => node(`http_server_request_duration_seconds_${part}`, `group="sign-in"${le}`)
const logins = (outcome: string) => node('portal_login_total', `kind="password", outcome="${outcome}"`)

export const alertCases: readonly AlertCase[] = [
  between('PortalNodeDown', node('up'), 1, 0),
  { alert: 'PortalNodesUnknown', series: { [node('up')]: '1x4 _x19 1x60' }, quiet: '8m', fires: '20m', over: '40m' },
  {
    alert: 'PortalDatabaseAway',
    series: { [node('portal_database_oldest_transaction_seconds')]: `0x4 ${NAN} 0x60` },
    quiet: '4m',
    fires: '20m',
    over: '40m',
  },
  between('PortalDatabaseConnectionsScarce', node('portal_database_connection_waiters', 'pool="requests"'), 0, 9),
  between('PortalReplicaLags', node('portal_replica_lag_seconds'), 0, 60),
  between('PortalTransactionOld', node('portal_database_oldest_transaction_seconds'), 0, 1000),
  between('PortalQueueStuck', node('portal_queue_oldest_seconds', 'queue="report"'), 0, 1000),
  between('PortalMailLate', node('portal_outbox_oldest_seconds'), 0, 400),
  between('PortalEventLogLate', node('portal_event_log_lag_seconds'), 0, 1_200),
  {
    alert: 'PortalMailsGivenUp',
    series: { [node('portal_outbox_dead')]: '3x70 40x120' },
    quiet: '1h',
    fires: '1h30m',
    over: '2h30m',
  },
  growing('PortalStorageFailing', node('portal_storage_errors_total', 'operation="put", fault="unavailable"'), 1),
  growing('PortalStorageFull', node('portal_storage_errors_total', 'operation="put", fault="full"'), 1),
  between('PortalKeysMissing', node('portal_keys_missing'), 0, 1, '10m', '23m'),
  withinHours('PortalUpgradeUnfinished', node('portal_newer_migrations'), 0, 2),
  between('PortalCertificateEnds', node('portal_saml_certificate_remaining_seconds'), 9_000_000, 86_400),
  {
    alert: 'PortalStorageNearlyFull',
    series: {
      [node('portal_storage_free_bytes')]: '500x4 50x19 500x60',
      [node('portal_storage_size_bytes')]: '1000x90',
    },
    quiet: '10m',
    fires: '23m',
    over: '40m',
  },
  withinHours('PortalBackupOld', node('portal_backup_age_seconds'), 3600, 200_000),
  between('PortalRestoreTestFailed', node('portal_restore_test_failed'), 0, 1),
  withinHours('PortalRestoreTestOld', node('portal_restore_test_age_seconds'), 3600, 1_400_000),
  growing('PortalJobFails', node('portal_job_failures_total', 'name="report"'), 1),
  between('PortalEventLoopBusy', node('nodejs_eventloop_lag_p99_seconds'), 0.02, 0.9),
  growing('PortalSignInsRefused', logins('401'), 60, { [logins('opened')]: '0+1x220' }),
  growing('PortalCallsDenied', node('portal_authz_denied_total', 'rule="csrf"'), 60),
  growing('PortalErrorsBurnFast', requests('5xx'), 10, { [requests('2xx')]: '0+60x220' }),
  {
    alert: 'PortalErrorsBurn',
    series: { [requests('503')]: '0x4 0+1x120 120x600', [requests('2xx')]: '0+60x730' },
    quiet: '4m',
    fires: '2h',
    over: '4h',
  },
  {
    alert: 'PortalSignInsSlow',
    series: { [signIns('bucket', ', le="1"')]: '0+60x60 3600x60 3600+60x120', [signIns('count')]: '0+60x241' },
    quiet: '59m',
    fires: '1h59m',
    over: '2h30m',
  },
  {
    alert: 'PortalSignInsSlowForLong',
    series: { [signIns('bucket', ', le="1"')]: '0+60x60 3600x60 3600+60x120', [signIns('count')]: '0+60x241' },
    quiet: '59m',
    fires: '1h59m',
    over: '3h30m',
  },
  {
    alert: 'PortalMailsLateForLong',
    series: { [node('portal_outbox_oldest_seconds')]: '0x60 400x60 0x120' },
    quiet: '59m',
    fires: '1h59m',
    over: '3h30m',
  },
]
