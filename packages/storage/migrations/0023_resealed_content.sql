-- The text of a memory that waits for a decision is sealed anew when its project's data key is replaced, as the rest of the decision is (0019).
grant update (content) on cairn.decisions to cairn_app;
