import { exportsAddress, withoutPooler } from './pooler.mjs'

interface Addresses {
  DATABASE_URL?: string | undefined
  PORTAL_DATABASE_DIRECT_URL?: string | undefined
}

/** What named each address when the settings were read last, for messages about connections. */
const names = new Map<string, string>()

/** Keeps which setting names which address, also as it is without the parameters of a pooler. */
export function rememberAddresses({ DATABASE_URL: url, PORTAL_DATABASE_DIRECT_URL: direct }: Addresses): void {
  if (direct !== undefined) names.set(direct, 'PORTAL_DATABASE_DIRECT_URL')
  if (url === undefined) return
  const ofExports = exportsAddress(url)
  if (ofExports !== undefined)
    for (const each of [ofExports, withoutPooler(ofExports)]) names.set(each, 'exports_database in DATABASE_URL')
  for (const each of [url, withoutPooler(url)]) names.set(each, 'DATABASE_URL')
}

/** Returns what names the address; undefined where no setting does, as that of the embedded database. */
export const settingOf = (address: string): string | undefined => names.get(address)
