-- online.sql creates an index. Prisma needs this file.
SELECT 1;
