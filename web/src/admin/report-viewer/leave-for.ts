/** Shows another address in this window, in the place of this page. */
export const leaveFor = (address: string): void => location.replace(address)
