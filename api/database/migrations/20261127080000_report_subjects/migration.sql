-- All reports of a subject, also closed ones, for unhideContent.
CREATE INDEX "Report_subjectId_idx" ON "Report"("subjectId");
