import { partsOfScreens } from './architecture-screens.ts'

/**
 * Who may import whom, and what no file may hold. Files are named from the root of the repository;
 * a package is `npm:name/part`, a module of Node.js `node:name`.
 */
export interface Direction {
  rule: string
  from: RegExp
  to: RegExp
  /** Part of `to` that is allowed all the same; `$1` is what the first group of `from` took. */
  except?: string
}

const TEST_FILE = String.raw`\.(?:test|journey)\.tsx?$|/test/|^e2e/`
const test = new RegExp(TEST_FILE)
/** Files under a folder that are not tests. */
const source = (folder: string) => new RegExp(`^(?!.*(?:${TEST_FILE}))${folder}`)

const SCREEN_RULE = 'a screen knows of another one only its screen.ts, or the parts that architecture-screens.ts lists'

const ofScreens = (screen: string, known: readonly string[]): Direction => ({
  rule: SCREEN_RULE,
  from: source(`web/src/admin/${screen}/`),
  to: /^web\/src\/admin\//,
  except: `^web/src/admin/(?:(?:${known.join('|')})/|[^/]+/screen\\.ts$)`,
})

export const directions: readonly Direction[] = [
  {
    rule: 'the contract depends on zod/mini and the library of telephone numbers only',
    from: source('contract/src/'),
    to: /./,
    except: '^(contract/src/|npm:(?:zod/mini|libphonenumber-js/min)$)',
  },
  {
    rule: 'one module of the contract knows the library of telephone numbers',
    from: source('(contract/src/(?!phones/international-phones\\.ts)|demo/|server/|web/)'),
    to: /^npm:libphonenumber-js(\/|$)/,
  },
  {
    rule: 'the browser loads the library of telephone numbers in one place',
    from: source('web/src/(?!patterns/phone-numbers\\.ts)'),
    to: /^contract\/src\/phones\/international-phones\.ts$/,
  },
  { rule: 'only tests import tests', from: new RegExp(`^(?!.*(?:${TEST_FILE})|bench/)`), to: test },
  {
    rule: 'the product does not import its tools',
    from: source('(contract|demo|embedded-postgres|server|web)/(?!vite\\.config)'),
    to: /^(tools|bench|e2e)\//,
  },

  { rule: 'the browser does not import the server', from: /^web\//, to: /^server\/|^npm:@portico\/server/ },
  {
    rule: 'the server loads the demo and the embedded database by their names, where they are asked for',
    from: /^(contract|server|web)\//,
    to: /^(demo|embedded-postgres)\/|^npm:@portico\/(demo|embedded-postgres)/,
  },
  {
    rule: 'the demo and the embedded database use the server by their entry points',
    from: /^(demo|embedded-postgres)\//,
    to: /^server\/|^npm:@portico\/server/,
    except: '^npm:@portico/server/(for-$1\\.ts$|test/)',
  },
  {
    rule: 'the demo and the embedded database know neither each other nor the browser',
    from: /^(demo|embedded-postgres)\//,
    to: /^(demo|embedded-postgres|web)\/|^npm:@portico\/(demo|embedded-postgres|web)/,
    except: '^$1/',
  },
  { rule: 'the server does not import the browser', from: /^server\//, to: /^web\/|^npm:@portico\/web/ },
  { rule: 'the browser runs without Node.js', from: source('web/src/'), to: /^node:/ },
  { rule: 'the browser loads zod/mini', from: source('web/src/'), to: /^npm:zod$/ },
  { rule: 'a page loads only its own contract', from: source('web/src/'), to: /^contract\/src\/areas\.ts$/ },
  {
    rule: 'ui knows neither calls nor routes',
    from: source('web/src/ui/'),
    to: /^(web|contract)\/src\//,
    // Both sides share one list of what formatted text may contain.
    except: '^(web/src/ui/|contract/src/rich-text\\.ts$)',
  },
  {
    rule: 'web/api stands on the contract',
    from: source('web/src/api/'),
    to: /^web\/src\//,
    except: '^web/src/(api/|zod-setup)',
  },
  {
    rule: 'patterns know no screen and no frame',
    from: source('web/src/patterns/'),
    to: /^web\/src\//,
    except: '^web/src/(patterns|ui|api)/',
  },
  { rule: 'the shell knows no screen', from: source('web/src/shell/'), to: /^web\/src\/(portal|admin)\// },
  { rule: 'the portal does not load the administration', from: source('web/src/portal/'), to: /^web\/src\/admin\// },
  {
    rule: 'the administration does not load the portal',
    // The preview of a brand shows pages of the portal.
    from: source('web/src/admin/(?!branding/preview/)'),
    to: /^web\/src\/portal\//,
  },
  ofScreens(`(?!(?:${Object.keys(partsOfScreens).join('|')})/)([^/]+)`, ['$1']),
  ...Object.entries(partsOfScreens).map(([screen, parts]) => ofScreens(screen, [screen, ...parts])),

  {
    rule: 'only http knows the HTTP framework',
    from: source('(server/src/(?!http/)|demo/|embedded-postgres/)'),
    to: /^npm:@?fastify(\/|$)/,
  },
  {
    // Its tables are made with all others, by the owner of the database.
    rule: 'only jobs knows the queue library',
    from: source('(server/src/(?!jobs/|db/job-schema\\.ts)|demo/|embedded-postgres/)'),
    to: /^npm:pg-boss(\/|$)/,
  },
  {
    rule: 'only db knows the database driver',
    from: source('(server/src/(?!db/)|demo/|embedded-postgres/)'),
    to: /^npm:pg(\/|$)/,
  },
  {
    rule: 'what areas stand on knows no area',
    from: source('server/src/(db|jobs|ports)/'),
    to: /^server\/src\/(areas\/|composition\/|main\.ts)/,
  },
  {
    rule: 'other areas import public.ts only',
    from: source('server/src/areas/([^/]+)/'),
    to: /^server\/src\/areas\//,
    except: '^server/src/areas/($1/|[^/]+/public\\.ts$)',
  },
  {
    rule: 'rules are pure',
    from: source('server/src/.*-rules\\.ts$'),
    to: /^server\/src\/(db|ports|http|jobs)\/|-store\.ts$|^node:(fs|net|http|timers)|^npm:(kysely|pg|fastify|pg-boss)(\/|$)/,
  },
  { rule: 'a store does not use another store', from: source('server/src/.*-store\\.ts$'), to: /-store\.ts$/ },
]

export interface Mark {
  rule: string
  files: RegExp
  text: RegExp
}

/** Letters of some words stand in brackets so that this file passes its own check. */
export const marks: readonly Mark[] = [
  {
    rule: 'one place loads each optional package',
    files: /^server\/(?!src\/packages\/demo\.ts$|src\/db\/embedded-package\.ts$)/,
    text: /@portico\/(?:demo|embedded-postgres)\b/,
  },
  {
    rule: 'every test runs',
    files: /\.(ts|tsx|mjs)$/,
    text: /\.(?:skip|only|todo|fixme|skipIf|runIf)(?:\(|\.each)/,
  },
  { rule: 'nothing is left for later', files: /./, text: /\b(?:TO[D]O|FIX[M]E|X[X]X)\b/ },
  { rule: 'types are not silenced', files: /\.(ts|tsx|mjs)$/, text: /@ts-(?:ignor[e]|nochec[k])/ },
  {
    rule: 'a suppression carries its reason',
    files: /\.(ts|tsx|mjs)$/,
    text: /\b(?:oxlint|eslint)-disabl[e](?!.* -- \S)/,
  },
  {
    rule: 'rules get the time handed in',
    files: /-rules\.ts$/,
    text: /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/,
  },
  {
    // `useAction`, `runAction` and `useForm` report what nobody expects, and end the pending state.
    rule: 'components and hooks act by useAction, runAction or useForm',
    files: /^web\/src\/(?:admin|portal|shell)\/(?!.*\.test\.tsx$)(?:.*\/)?(?:use-[\w-]+\.tsx?|\w+\.tsx)$/,
    text: /\btry \{/,
  },
  {
    rule: 'a link takes its address from screen.ts or paths.ts',
    files: /^web\/src\/(?:admin|patterns|portal)\/(?!.*(?:\/screen\.ts|\.test\.tsx?)$)/,
    text: /['"`]\/content-authenticated\//,
  },
  {
    rule: 'the browser does not load what calls do in words',
    files: /^web\//,
    text: /\bsummaries\b/,
  },
  {
    rule: 'the texts service words what the server sends',
    files: /^server\/src\/(?:areas\/(?!texts\/)|http\/(?!sentences\.ts))(?!.*\.test\.ts$)/,
    text: /\bdefaultTexts\b|\bimport \{ mailTexts\b/,
  },
  {
    rule: 'only the area of grants writes them',
    files: /^server\/src\/areas\/(?!grants\/)(?!.*\.test\.ts$).*\.ts$/,
    text: /\b(?:insert into|update|delete from) user_(?:system|page|facility|customer)_grants\b/,
  },
  {
    rule: 'the repository names no folder of one machine',
    files: /^(?!\.ci\/run$)/,
    text: /(?<![\w.$}*])\/(?:home|Users|root|work)\/[a-z]|\.\.\/share[d]\b/,
  },
  {
    rule: 'the repository speaks of the product',
    files: /./,
    text: /\b(?:sub-?agen[t]s?|language mode[l]|A[I] (?:assistant|session)|co-authored-b[y])\b/i,
  },
]

export interface Naming {
  rule: string
  isBroken: (file: string) => boolean
}

const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1)
const VAGUE = /(^|[-./])(utils?|helpers?|common|misc|managers?)([-./]|$)/i
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(ts|tsx|mjs)$/
const PASCAL = /^[A-Z][A-Za-z0-9]*(\.test)?\.tsx$/

export const namings: readonly Naming[] = [
  { rule: 'a name says what is inside', isBroken: (file) => VAGUE.test(file) },
  { rule: 'imports go to the file, not to a barrel', isBroken: (file) => /^index\.(ts|tsx|mjs)$/.test(nameOf(file)) },
  {
    rule: 'files are kebab-case, components PascalCase.tsx',
    isBroken: (file) => /\.(ts|tsx|mjs)$/.test(file) && !KEBAB.test(nameOf(file)) && !PASCAL.test(nameOf(file)),
  },
]
