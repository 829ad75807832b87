export function serveDemo(..._: unknown[]): void {}
