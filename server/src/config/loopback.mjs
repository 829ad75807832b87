/** True for the names and addresses of this machine, as written in a URL. @param {string} hostname */
export function isLoopback(hostname) {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
