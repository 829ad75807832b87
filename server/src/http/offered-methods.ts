import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Methods offered at an address, for the Allow header; empty where there is nothing. */
    offeredMethods(url: string): string[]
  }
}

/** Records every route, so that a wrong method (405) is distinguished from a wrong address (404). */
export function rememberRoutes(app: FastifyInstance): void {
  const routes: { methods: readonly string[]; pattern: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    routes.push({ methods: typeof method === 'string' ? [method] : method, pattern: patternOf(url) })
  })
  app.decorate('offeredMethods', (url: string) => {
    const path = url.split('?', 1)[0] ?? ''
    const methods = routes.filter((route) => route.pattern.test(path)).flatMap((route) => route.methods)
    return [...new Set(methods)].toSorted()
  })
}

function patternOf(url: string): RegExp {
  const escaped = url.replaceAll(/[.+?^$()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+').replace(/\*$/, '.*')}/?$`)
}
