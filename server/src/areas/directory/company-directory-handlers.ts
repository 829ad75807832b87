import type * as contract from '@portico/contract/directory/company-directory.ts'
import { type DirectorySettings, directoryName } from '../../config/directory-settings.ts'
import type { Db } from '../../db/database.ts'
import { refuse } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import type { DirectorySignIn } from './open-directory.ts'
import { startOidcTest } from './test-oidc-sign-in.ts'
import { testPassword } from './test-password.ts'

interface Deps {
  db: Db
  settings: DirectorySettings
  directory: Pick<DirectorySignIn, 'oidc' | 'passwords'>
}

/** The company directory of the settings, and tests of it. */
export function companyDirectoryHandlers({ settings, directory, ...deps }: Deps): Handlers<typeof contract> {
  const { oidc, passwords } = directory
  return {
    getCompanyDirectory: async () => describe(settings),
    startDirectoryTest: ({ caller, request }) =>
      oidc ? startOidcTest(oidc, { caller, request }) : refuse('404', sentences.not_found),
    testDirectoryPassword: ({ body, ...call }) =>
      passwords
        ? testPassword({ ...deps, directory: passwords }, call, {
            userName: body.userNm,
            password: body.password ?? '',
          })
        : refuse('404', sentences.not_found),
  }
}

/** What of the settings may be shown: no secret, no account. */
function describe(settings: DirectorySettings) {
  const { source } = settings
  const nothing = { addressTxt: null, nameTxt: null, groups: [], attributes: [] }
  if (source === null) return { kindCd: 'none' as const, ...nothing }
  const address = { kindCd: source.kind, addressTxt: directoryName(settings) }
  if (source.kind === 'trusted-proxy') return { ...nothing, ...address, nameTxt: source.nameHeader }
  return {
    ...address,
    nameTxt: source.kind === 'ldap' ? source.nameAttribute : source.nameClaim,
    groups: [...source.groups],
    attributes: Object.entries(source.attributes).map(([fieldCd, attributeNm]) => ({ fieldCd, attributeNm })),
  }
}
