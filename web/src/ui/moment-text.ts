/** In the viewer's own zone, which is named. */
const localMoment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** A moment in words, such as '11/21/2026, 8:40 AM CST'. */
export const momentText = (moment: Date): string => localMoment.format(moment)
