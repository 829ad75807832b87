import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { productRoot } from '../../src/product-root.ts'

/** The files that write users, each with where a name comes from and how that is proven to be plain; null: from nowhere. */
const writers: Readonly<Record<string, string | null>> = {
  'areas/users/actions/set-status.ts': null,
  'areas/users/lifecycle/erased-data.ts': null,
  'areas/users/lifecycle/dormant-users.job.ts': null,
  'areas/users/details/user-details-store.ts': 'forms (direction-marks.test.ts) and files (user-import.test.ts)',
  'areas/federation/sign-in/federation-store.ts': 'identity providers: areas/users/creation/sources-of-names.test.ts',
  'areas/account/email-confirmation-store.ts': null,
  'areas/account/own-account-store.ts': 'forms (direction-marks.test.ts)',
  'areas/account/user-store.ts': 'the company directory (ldap-sign-in.test.ts, oidc-sign-in.test.ts)',
  'areas/scim/users/account-store.ts': 'directories: areas/users/creation/sources-of-names.test.ts',
  'areas/sign-in/sign-in-store.ts': null,
  'areas/licenses/current-license.ts': null,
  'areas/password/security-answer-store.ts': null,
  'areas/password/temporary-password-expiry.job.ts': null,
  'areas/password/password-store.ts': null,
  'backup/one-person/lost-account.ts': 'an account of the portal, as it was',
  'commands/users.ts': null,
  'commands/new-user.ts': 'options of commands, read by the rules of the forms (create-admin.test.ts)',
  'db/baseline/03-static-settings.sql': null,
  'db/migrations/0120-scim.sql': null,
  'db/migrations/0142-counts-of-moves.sql': null,
}

test('it is known of each file that writes users where names come from', () => {
  const source = path.join(productRoot, 'server/src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|sql)$/.test(file) && !file.endsWith('.test.ts'))
    .filter((file) =>
      /(?:insertInto|updateTable)\('users'\)|insert into users\b|update users\b/i.test(
        readFileSync(path.join(source, file), 'utf8'),
      ),
    )
  expect(files.toSorted()).toEqual(Object.keys(writers).toSorted())
})
