-- Links that confirm a new email address.
ALTER TYPE "MailPurpose" ADD VALUE 'CHANGE_EMAIL';
