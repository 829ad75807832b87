/** What the bundler knows about a module, as far as it is asked here. */
interface Graph {
  getModuleInfo: (id: string) => { importers: string[]; code: string | null } | null
}

/** With a part of a library that would come with what most pages share, but is wanted by the steps of a sign-in. */
const OWN = /\/(?:web|contract)\/src\/.*\.tsx?$|\/use-debounced-value\.mjs$/
/** Small parts, not worth files of their own; without a few that hardly any screen uses. */
const KIT = /\/web\/src\/(?:patterns|ui)\/(?!Wizard|tree-selection|FileButton|local-options)/
const PAGE = /\/web\/src\/(admin|portal)\/([\w-]+)\/\w+Page\.tsx$/
const ADMIN_FRAME = /\/web\/src\/shell\/AdminFrame\.tsx$/
/** Before home or after it, where nothing else is wanted. */
const SIGN_IN_STEP =
  /\/src\/portal\/(?:(?:second-factor|forgot-password|choose-password|logout)\/\w+|gates\/License)Page\.tsx$/

/** The area of what the frame of the administration loads. */
const FRAME = 'frame'
/** What this many pages load is wanted by nearly all. */
const MANY_PAGES = 16
/** What no more pages than this load, of different families, is in a file of its own. */
const FEW_PAGES = 3
/** Characters; a module that has fewer is not worth a request. */
const SMALL = 1500

/** In the order in which they take modules: what an earlier kind takes brings along what it imports. */
type Kind =
  | 'forms'
  | 'shared'
  | 'steps'
  | 'portal family'
  | 'administration'
  | 'few'
  | 'wide family'
  | 'family'
  | 'area'

interface ScriptFile {
  kind: Kind
  name: string
}

interface Family extends ScriptFile {
  areas: readonly string[]
}

/**
 * Areas whose screens have much in common; what several families share belongs to the first that has all its areas. An
 * area without a family is one by itself. A wide family has what several others import.
 */
const families: readonly Family[] = [
  {
    kind: 'family',
    name: 'admin-people',
    areas: ['users', 'user-profile', 'deleted-users', 'system-accounts', 'enhancement-requests'],
  },
  // Access is given from an application and from their list.
  { kind: 'area', name: 'admin-given-access', areas: ['application', 'application-search'] },
  {
    kind: 'family',
    name: 'admin-applications',
    areas: ['application', 'application-search', 'application-settings'],
  },
  {
    kind: 'family',
    name: 'admin-tiles',
    areas: ['access-changes', 'application-settings', 'sign-on-settings', 'tile-users'],
  },
  { kind: 'family', name: 'admin-reports', areas: ['reports', 'opened-report', 'report-queue', 'report-viewer'] },
  { kind: 'family', name: 'admin-looks', areas: ['branding', 'tile-images', 'announcements'] },
  { kind: 'family', name: 'admin-settings', areas: ['reference-data', 'audit', 'jobs', 'mail-delivery'] },
  {
    kind: 'wide family',
    name: 'admin-access',
    areas: [
      'access-changes',
      'access-requests',
      'access-reviews',
      'add-user',
      'application',
      'application-search',
      'permission-sets',
      'tile-users',
      'users',
    ],
  },
  {
    kind: 'wide family',
    name: 'admin-catalog',
    areas: [
      'access-changes',
      'access-requests',
      'application',
      'application-search',
      'application-settings',
      'reference-data',
      'reports',
      'service-accounts',
      'sign-on-settings',
      'tile-users',
      'webhooks',
    ],
  },
  // What people enter about themselves, or an administrator about them.
  {
    kind: 'portal family',
    name: 'person',
    areas: [
      'account-settings',
      'account-setup',
      'add-user',
      'audit',
      'contact-us',
      'enhancement-requests',
      'user-profile',
    ],
  },
  { kind: 'portal family', name: 'uploads', areas: ['documents', 'files', 'import-users', 'open-file'] },
]

/** The pages that load a module with themselves. */
function pagesOf(id: string, graph: Graph, seen = new Set<string>()): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  const above = (graph.getModuleInfo(id)?.importers ?? []).flatMap((importer) => pagesOf(importer, graph, seen))
  return PAGE.test(id) || ADMIN_FRAME.test(id) ? [id, ...above] : above
}

const forms: ScriptFile = { kind: 'forms', name: 'forms' }
const shared: ScriptFile = { kind: 'shared', name: 'shared' }
const administration: ScriptFile = { kind: 'administration', name: 'admin-shared' }

/** The file of a module by the pages that load it; none for what dialogs alone load. */
function fileOf(id: string, graph: Graph): ScriptFile | null {
  if (id.includes('/node_modules/')) return forms
  const pages = pagesOf(id, graph)
  const isOfAdmin = pages.some((page) => partOf(page) === 'admin')
  if (pages.some((page) => SIGN_IN_STEP.test(page))) return isOfAdmin ? forms : { kind: 'steps', name: 'sign-in-steps' }
  if (pages.length >= MANY_PAGES) return shared
  return pages.length === 0 ? null : fileOfSome(id, pages, graph)
}

const partOf = (page: string) => PAGE.exec(page)?.[1]
const areaOf = (page: string) => PAGE.exec(page)?.[2] ?? FRAME

/** The file of what some pages load. */
function fileOfSome(id: string, pages: readonly string[], graph: Graph): ScriptFile | null {
  const areas = [...new Set(pages.map(areaOf))].toSorted()
  const ofPortal = pages.filter((page) => partOf(page) === 'portal').length
  if (areas.length === 1 && areas[0] !== FRAME) return { kind: 'area', name: areas.join('') }
  if (ofPortal === pages.length) return null
  const family = families.find(({ kind, areas: all }) => {
    return (kind === 'portal family') === ofPortal > 0 && areas.every((area) => all.includes(area))
  })
  if (family) return family
  if (ofPortal > 0 && pages.length - ofPortal > 1) return shared
  const isOfFew = pages.length <= FEW_PAGES && !areas.includes(FRAME) && (ofPortal > 0 || !isSmall(id, graph))
  return isOfFew ? { kind: 'few', name: areas.join('-') } : administration
}

const isSmall = (id: string, graph: Graph) => KIT.test(id) || (graph.getModuleInfo(id)?.code?.length ?? 0) < SMALL

/** The styles of all screens of the administration are one file, with what many of them load. */
export const isAdminStyle = (id: string): boolean => /\/src\/admin\/.*\.css$|\/AdminFrame\.module\.css$/.test(id)

const filesOf = (kind: Kind, priority: number) => ({
  name: (id: string, graph: Graph) => {
    const file = isAdminStyle(id) ? administration : fileOf(id, graph)
    return file?.kind === kind ? file.name : null
  },
  debugName: kind,
  test: (id: string) => OWN.test(id) || isAdminStyle(id),
  priority,
})

/**
 * The files of what pages share, beyond sign-in and home: first what many load, last what one area has for itself. A
 * page loads at most eight of them. The bundler puts with a file what its modules import, unless a group above has it.
 */
export const sharedFiles = [
  // For the steps around a sign-in too, which load nothing else of what pages share.
  filesOf('forms', 6),
  filesOf('shared', 5),
  filesOf('steps', 4),
  // The words of all events, for the few screens that show some.
  { name: 'audit-words', test: /contract\/src\/audit\/[\w-]+-texts\.ts$/, priority: 4 },
  filesOf('portal family', 4),
  filesOf('administration', 3),
  filesOf('few', 3),
  filesOf('wide family', 2),
  filesOf('family', 1),
  filesOf('area', 0),
]
