import { clientId } from './demo-clients.ts'
import { PORTAL_ADMIN } from './demo-person.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

/** Writes the license that one client has of its own, with its corrected version. */
export async function writeLicenses(writer: DemoWriter, moment: DemoMoment): Promise<void> {
  const version = (number: number, days: number, hours: string, stunden: string) => ({
    client_id: clientId('Atlas Freight Lines'),
    version: number,
    title: 'Terms of use for Atlas Freight',
    html: `<p>You use this portal on behalf of Atlas Freight.</p><ul><li>Keep bookings and rates to yourself.</li><li>Report a lost device to the dispatch desk ${hours}.</li></ul>`,
    language: 'en',
    translations: {
      de: {
        title: 'Nutzungsbedingungen für Atlas Freight',
        html: `<p>Sie nutzen dieses Portal im Auftrag von Atlas Freight.</p><ul><li>Behalten Sie Buchungen und Tarife für sich.</li><li>Melden Sie ein verlorenes Gerät der Disposition ${stunden}.</li></ul>`,
      },
    },
    asks_again: false,
    created_at: moment.daysAgo(days),
    created_by: PORTAL_ADMIN,
  })
  await writer.insert('license_texts', [
    version(1, 58, 'within two days', 'innerhalb von zwei Tagen'),
    version(2, 12, 'at once', 'sofort'),
  ])
}
