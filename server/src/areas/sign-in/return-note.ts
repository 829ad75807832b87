/** What a trip to a provider is for. */
export interface ReturnNote {
  /** A page of the portal to stand on afterwards; '' for none. */
  returnTo: string
  /** True: the user is signed in and confirms who they are. */
  isReauthentication: boolean
}

const MARK = 'reauthentication:'

/** The note as text, which the trip carries along or which is kept for it; pages begin with a slash. */
export const returnNote = ({ returnTo, isReauthentication }: ReturnNote): string =>
  isReauthentication ? MARK + returnTo : returnTo

export const readReturnNote = (note: string): ReturnNote =>
  note.startsWith(MARK)
    ? { returnTo: note.slice(MARK.length), isReauthentication: true }
    : { returnTo: note, isReauthentication: false }
