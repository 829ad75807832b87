const KEY = 'begunSignIn'

/** This tab's sign-in in progress that awaits a second factor; not shared with other tabs. */
export const pendingSignIn = {
  read: (): string | null => sessionStorage.getItem(KEY),
  write: (token: string): void => sessionStorage.setItem(KEY, token),
  clear: (): void => sessionStorage.removeItem(KEY),
}
