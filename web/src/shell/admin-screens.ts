import { paths } from '../paths.ts'
import type { AdminPage } from '@portico/contract/kit/guard.ts'

/** Addresses of the administration screens that exist, by the name of the page that opens them (AUTZ-008). */
export const adminScreens: Partial<Record<AdminPage, string>> = {
  'Mail Delivery': paths.mailDelivery(),
}
