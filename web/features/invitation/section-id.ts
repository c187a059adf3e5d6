/** Id of the section of the settings. */
export const SECTION_ID = 'invitations'
