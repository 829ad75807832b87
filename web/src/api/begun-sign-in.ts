const KEY = 'begunSignIn'

/** The sign-in in progress of this tab, where it waits for a second factor; tabs do not share it. */
export const begunSignIn = {
  read: (): string | null => sessionStorage.getItem(KEY),
  keep: (token: string): void => sessionStorage.setItem(KEY, token),
  forget: (): void => sessionStorage.removeItem(KEY),
}
