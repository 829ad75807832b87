/** Reads what this browser keeps for how the portal looks; the first of the choices where nothing is kept. */
export function readChoice<Choice extends string>(cookie: string, choices: readonly [Choice, ...Choice[]]): Choice {
  const value = new RegExp(`(?:^|; )${cookie}=([a-z]+)`).exec(document.cookie)?.[1]
  return choices.find((choice) => choice === value) ?? choices[0]
}

/** Keeps a choice for a year. */
export function saveChoice(cookie: string, choice: string): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${cookie}=${choice}; path=/; max-age=31536000; samesite=lax${secure}`
}
