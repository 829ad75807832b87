/** Props of a link to an address with search params, which its screen reads however they are typed. */
export const linkTo = (to: string, search: Readonly<Record<string, string | number>>) => ({
  to,
  // The router knows no search params of the screens that are collected.
  search: search as never,
})
