import { readFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot, projectEnvironment, projectNode, run } from '../../tools/lib/runtime.mjs'
import { atLeast, CannotHere, type Experiment, none, type Outcome } from './experiment.ts'
import { tempFolder } from './world.ts'

interface TestsOf {
  project: 'server' | 'journeys' | 'web'
  files: readonly string[]
  /** Only tests whose title has it. */
  titled?: string
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** Runs test files that drive a real server already, and counts what passed. */
export async function runTests({ project, files, titled }: TestsOf): Promise<Outcome> {
  const written = path.join(tempFolder(), 'tests.json')
  const args = ['--project', project, ...files, ...(titled ? ['-t', titled] : [])]
  const { output } = await run(
    projectNode(),
    [inRoot('tools', 'test.mjs'), 'only', ...args, '--reporter', 'json', '--outputFile', written],
    { env: projectEnvironment() },
  )
  const report = readReport(written)
  if (report === undefined) {
    const missing = /[^\n]*(?:apt-get install|needs? )[^\n]*/.exec(output)?.[0]
    throw missing === undefined ? new Error(output.slice(-2_000)) : new CannotHere(missing)
  }
  // Of a file whose preparation fails, all tests count as skipped.
  const failedFiles = report.testResults.filter(({ status }) => status === 'failed')
  const failed = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName.trim()),
  )
  return {
    findings: [
      atLeast('tests that passed', report.numPassedTests, 1),
      none('tests that failed', report.numFailedTests),
      none('files that failed', failedFiles.length),
    ],
    notes: [
      `by the tests of ${files.join(', ')}${titled ? ` that are titled ${titled}` : ''}`,
      ...failed,
      ...failedFiles.map(({ message = '' }) => message.split('\n')[0] ?? ''),
    ],
  }
}

function readReport(file: string): VitestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    return undefined
  }
}

const byTests = (id: string, title: string, of: TestsOf): Experiment => ({ id, title, run: () => runTests(of) })

export const killedReport = byTests('R10', 'A node is killed while it generates a report', {
  project: 'server',
  files: ['server/src/areas/reports/report-after-kill.test.ts'],
})

export const killedPublishing = byTests('R11', 'A node is killed while an announcement goes to 20,000 users', {
  project: 'journeys',
  files: ['e2e/killed-publishing.journey.ts'],
})

export const overTwoNodes = byTests('R17', 'Revocation, replay, limits and jobs over two nodes', {
  project: 'server',
  files: ['server/test/two-nodes.test.ts', 'server/src/areas/jobs/jobs.test.ts'],
  titled: 'R17',
})
