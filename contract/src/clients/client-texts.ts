/** Clients: what the server answers, and the dialog that adds one. */
export const clientTexts = {
  client_added: '{name} has been added.',
  client_code_invalid: 'Use letters, digits, - and _, and begin with a letter or digit.',
  client_add: 'Add client',
  client_name: 'Name of the client',
  client_code: 'Client code',
  client_code_help: '/login?client=CODE shows the client’s branding before sign-in.',
} as const
