/**
 * The folders of `server/src` from the bottom up; each area counts as a folder of its own, and so does each file that
 * stands in `server/src` itself. An import, of types and by `import()` too, only goes to a lower floor: folders of one
 * floor do not know each other. A new folder gets its place here, as low as its imports allow.
 */
export const floors: readonly (readonly string[])[] = [
  // What knows nothing of the server.
  [
    'build-info.ts',
    'command-list.mjs',
    'count-of.ts',
    'error-cause.ts',
    'log-output.ts',
    'optional-package.ts',
    'parse-json.ts',
    'plain-lines.ts',
    'product-root.ts',
    'progress.ts',
    'random-sequence.ts',
    'rich-text.ts',
    'same-members.ts',
    'spreadsheet',
    'start-error.ts',
    'sync-path.ts',
    'too-busy.ts',
  ],
  ['config', 'logging.ts'],
  ['crypto', 'db'],
  ['http', 'jobs', 'ports', 'secret-keys'],

  // What other areas use: records, limits, wording and mail.
  ['areas/attempts', 'areas/audit', 'areas/client-log', 'areas/managed-objects', 'areas/preferences', 'areas/undo'],
  [
    'areas/branding',
    'areas/clients',
    'areas/jobs',
    'areas/licenses',
    'areas/links',
    'areas/logout-chain',
    'areas/signing-keys',
    'areas/texts',
  ],
  ['areas/home', 'areas/mail', 'areas/sso-mappings'],
  ['areas/announcements', 'areas/contact', 'areas/documents', 'areas/grants', 'areas/session'],

  // What users may do.
  [
    'areas/account',
    'areas/catalog',
    'areas/files',
    'areas/permissions',
    'areas/reference-data',
    'areas/search',
    'areas/tile-access',
  ],
  [
    'areas/customers',
    'areas/emulation',
    'areas/service-accounts',
    'areas/sign-in',
    'areas/system-accounts',
    'areas/webhooks',
  ],
  ['areas/permission-sets'],

  // How users sign in, and who administers them.
  ['areas/access-requests', 'areas/access-reviews', 'areas/human-check', 'areas/password'],
  ['areas/second-factor'],
  ['areas/reauthentication', 'areas/users'],
  ['areas/access-changes', 'areas/federation', 'areas/person-export', 'areas/reports', 'areas/user-import'],
  ['areas/directory', 'areas/overview', 'areas/scim', 'areas/single-sign-on'],
  ['areas/openid-provider'],
  ['areas/sign-on-settings'],

  // What runs the portal.
  ['backup', 'configuration', 'doctor'],
  ['packages'],
  ['ops'],
  ['composition'],
  ['commands'],
  ['main.ts'],
]

export const FLOOR_RULE = 'a folder of the server imports from lower floors only'
export const FLOOR_FILES = /^server\/src\/(?!.*(?:\.test\.ts$|\/test\/)).*\.(?:ts|mjs)$/

/** The folder whose floor counts for a file of `server/src`; undefined for any other file. */
function folderOf(file: string): string | undefined {
  return /^server\/src\/(areas\/[^/]+|[^/]+)/.exec(file)?.[1]
}

const floorOf = new Map(floors.flatMap((folders, floor) => folders.map((folder) => [folder, floor] as const)))

/** Returns the imports of a file of the server that do not go down, and its own folder where the list lacks that. */
export function upwardImports(file: string, targets: readonly string[]): string[] {
  const own = folderOf(file)
  if (own === undefined) return []
  const floor = floorOf.get(own)
  if (floor === undefined) return [`${own} has no floor`]
  return targets.filter((target) => {
    const other = folderOf(target)
    return other !== undefined && other !== own && (floorOf.get(other) ?? Infinity) >= floor
  })
}
