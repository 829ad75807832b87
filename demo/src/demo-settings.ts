import { ACCOUNT_SYSTEM, accountTypeIds } from './demo-catalog.ts'
import type { DemoWriter } from './demo-writer.ts'
import type { DemoPerson } from './demo-person.ts'

const configs = [
  { key: 'support.hours', value: 'Monday to Friday, 07:00 to 19:00', description: 'Shown by the help desk' },
  { key: 'support.phone', value: '206-555-0100', description: 'Number of the help desk' },
  { key: 'statements.retention.months', value: '84', description: 'How long statements are kept' },
  { key: 'billing.cutoff.day', value: '25', description: 'Day of the month after which entries count for the next' },
]

/** Writes the settings of applications, which no files state because they may be secret. */
export async function writeSettings(writer: DemoWriter): Promise<void> {
  await writer.insert('application_settings', configs)
}

const ACCOUNTS = 40

/** Writes accounts of users of the crowd in the system that has some. */
export async function writeSystemAccounts(writer: DemoWriter, crowd: readonly DemoPerson[]): Promise<void> {
  const holders = crowd.filter(({ access }) => access.systems.some(({ id }) => id === ACCOUNT_SYSTEM))
  await writer.insert(
    'user_system_accounts',
    holders.slice(0, ACCOUNTS).map(({ id, userName }, index) => ({
      user_id: id,
      type_id: accountTypeIds[index % accountTypeIds.length] ?? 0,
      name: userName.replaceAll('.', '_'),
    })),
  )
}
