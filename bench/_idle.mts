import { startPostgres } from './postgres.ts'
import { loadData } from './load-data.ts'
import { startPortal, portalEnvironment } from './servers.ts'
import { cpuOf, residentMiB } from './machine.ts'
const p = await startPostgres()
try {
  const d = await loadData(p, 10_000)
  const { DATABASE_URL = '', PORTAL_SECRET_KEYS = '' } = portalEnvironment(d.url)
  for (const env of [{}, { GCMODE: 'major8', NODE_OPTIONS: '--import /tmp/b/gc8.mjs' }]) {
    const s = await startPortal({ environment: { DATABASE_URL, PORTAL_SECRET_KEYS, LOG_LEVEL: 'warn', NODE_COMPILE_CACHE: '/tmp/b/cc', ...env } as never })
    const out = []
    for (let t = 0; t < 60; t += 5) { await new Promise(r => setTimeout(r, 5000)); out.push(`${t + 5}s ${residentMiB(s.pid).toFixed(0)} (${cpuOf(s.pid)})`) }
    console.log(JSON.stringify(env), out.join(' '))
    await s.stop()
  }
} finally { await p.stop() }
