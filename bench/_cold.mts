import { startPostgres } from './postgres.ts'
import { loadData } from './load-data.ts'
import { startPortal, portalEnvironment } from './servers.ts'
import { cpuOf, residentMiB } from './machine.ts'
const p = await startPostgres()
try {
  const d = await loadData(p, 10_000)
  const { DATABASE_URL = '', PORTAL_SECRET_KEYS = '' } = portalEnvironment(d.url)
  const variants: Record<string, { env: Record<string,string>, flags: string[] }> = {
    plain: { env: {}, flags: [] },
    cache: { env: { NODE_COMPILE_CACHE: '/tmp/b/cc' }, flags: [] },
    ...(process.argv[2] ? JSON.parse(process.argv[2]) : {}),
  }
  for (let i = 0; i < 4; i++) for (const [name, v] of Object.entries(variants)) {
    const t = performance.now()
    const s = await startPortal({ environment: { DATABASE_URL, PORTAL_SECRET_KEYS, LOG_LEVEL: 'warn', ...v.env }, flags: v.flags })
    await (await fetch(s.origin + '/ccservices/secure/user/rest/db/signin/application-resources')).text()
    const ms = performance.now() - t, cpu = cpuOf(s.pid)
    await new Promise(r => setTimeout(r, 3000))
    console.log(i, name, ms.toFixed(0), cpu, residentMiB(s.pid).toFixed(0))
    await s.stop()
  }
} finally { await p.stop() }
