/** Columns of a counter that starts over when its window has passed. */
interface CounterColumns {
  readonly count: string
  readonly since: string
}

/**
 * SQL of counting within a window that begins with the first count, for `insert into … as counted … on conflict do
 * update set`. `length`: an interval.
 */
export function attemptWindow(
  length: string,
  { count, since }: CounterColumns = { count: 'attempts', since: 'attempts_since' },
): { isRunning: string; countOne: string } {
  const isRunning = `coalesce(counted.${since} > clock_now() - ${length}, false)`
  return {
    isRunning,
    countOne: `
       ${count} = case when ${isRunning} then counted.${count} + 1 else 1 end,
       ${since} = case when ${isRunning} then counted.${since} else clock_now() end`,
  }
}
