/** Scrolls the navigation, never the page, until a link is at least half its height from both of its ends. */
export function scrollIntoNavigation(link: HTMLElement | null): void {
  const navigation = link?.closest('nav')
  if (!link || !navigation) return
  const [inner, outer] = [link.getBoundingClientRect(), navigation.getBoundingClientRect()]
  const margin = inner.height / 2
  // The end of a navigation can be below the window.
  const below = inner.bottom + margin - Math.min(outer.bottom, innerHeight)
  const above = outer.top - (inner.top - margin)
  if (below > 0) navigation.scrollTop += below
  else if (above > 0) navigation.scrollTop -= above
}
