/** What the bundler knows about a module, as far as it is asked here. */
interface Graph {
  getModuleInfo: (id: string) => { importers: string[] } | null
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

/** What this many pages load is wanted by nearly all. */
const MANY_PAGES = 16
/** What no more pages than this load, of different families, is in a file of its own. */
const FEW_PAGES = 3

/** Areas of the administration whose screens have much in common. An area without a family is one by itself. */
const families: Readonly<Record<string, readonly string[]>> = {
  people: ['users', 'user-profile', 'deleted-users', 'system-accounts', 'enhancement-requests'],
  applications: [
    'application',
    'application-search',
    'application-settings',
    'access-changes',
    'access-requests',
    'tile-users',
    'sign-on-settings',
  ],
  reports: ['reports', 'opened-report', 'report-queue', 'report-viewer'],
  looks: ['branding', 'tile-images', 'announcements'],
  settings: ['reference-data', 'audit', 'jobs', 'mail-delivery'],
}

/** The pages that load a module with themselves. */
function pagesOf(id: string, graph: Graph, seen = new Set<string>()): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  const above = (graph.getModuleInfo(id)?.importers ?? []).flatMap((importer) => pagesOf(importer, graph, seen))
  return PAGE.test(id) || ADMIN_FRAME.test(id) ? [id, ...above] : above
}

type Kind = 'forms' | 'steps' | 'shared' | 'administration' | 'few' | 'family' | 'area'

interface ScriptFile {
  kind: Kind
  name: string
}

const forms: ScriptFile = { kind: 'forms', name: 'forms' }
const shared: ScriptFile = { kind: 'shared', name: 'shared' }

/** The file of a module by the pages that load it; none for what dialogs alone load. */
function fileOf(id: string, graph: Graph): ScriptFile | null {
  if (id.includes('/node_modules/')) return forms
  const pages = pagesOf(id, graph)
  const isOfAdmin = pages.some((page) => partOf(page) === 'admin')
  if (pages.some((page) => SIGN_IN_STEP.test(page))) return isOfAdmin ? forms : { kind: 'steps', name: 'sign-in-steps' }
  if (pages.length >= MANY_PAGES) return shared
  return pages.length === 0 ? null : fileOfSome(id, pages)
}

const partOf = (page: string) => PAGE.exec(page)?.[1]
const areaOf = (page: string) => PAGE.exec(page)?.[2] ?? 'frame'

/** The file of what some pages load. */
function fileOfSome(id: string, pages: readonly string[]): ScriptFile | null {
  const areas = [...new Set(pages.map(areaOf))].toSorted()
  const isInFrame = areas.includes('frame')
  const ofPortal = pages.filter((page) => partOf(page) === 'portal').length
  const family = Object.keys(families).find((name) => areas.every((area) => families[name]?.includes(area)))
  if (areas.length === 1 && !isInFrame) return { kind: 'area', name: areas.join('') }
  if (ofPortal === pages.length) return null
  if (ofPortal > 0 && pages.length - ofPortal > 1) return shared
  if (family !== undefined) return { kind: 'family', name: `admin-${family}` }
  const isOfFew = pages.length <= FEW_PAGES && !isInFrame && (ofPortal > 0 || !KIT.test(id))
  return isOfFew ? { kind: 'few', name: areas.join('-') } : { kind: 'administration', name: 'admin-shared' }
}

const filesOf = (kind: Kind, priority: number) => ({
  name: (id: string, graph: Graph) => {
    const file = fileOf(id, graph)
    return file?.kind === kind ? file.name : null
  },
  debugName: kind,
  test: OWN,
  priority,
})

/**
 * The files of what pages share, beyond sign-in and home: first what many load, last what one area has for itself. A
 * page loads five to ten of them. The bundler puts with a file what its modules import, unless a group above has it.
 */
export const sharedFiles = [
  // For the steps around a sign-in too, which load nothing else of what pages share.
  filesOf('forms', 6),
  filesOf('shared', 5),
  filesOf('steps', 4),
  // The words of all events, for the few screens that show some.
  { name: 'audit-words', test: /contract\/src\/audit\/[\w-]+-texts\.ts$/, priority: 4 },
  filesOf('administration', 3),
  filesOf('few', 3),
  filesOf('family', 2),
  filesOf('area', 1),
]
