; ModuleID = 'locks.c'
source_filename = "locks.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { ptr, ptr }
%union.pthread_cond_t = type { %struct.__pthread_cond_s }
%struct.__pthread_cond_s = type { %union.__atomic_wide_counter, %union.__atomic_wide_counter, [2 x i32], [2 x i32], i32, i32, [2 x i32] }
%union.__atomic_wide_counter = type { i64 }
%union.sem_t = type { i64, [24 x i8] }

@m = dso_local global %union.pthread_mutex_t zeroinitializer, align 8
@c = dso_local global %union.pthread_cond_t zeroinitializer, align 8
@s = dso_local global %union.sem_t zeroinitializer, align 8
@.str = private unnamed_addr constant [5 x i8] c"%ld\0A\00", align 1
@head = dso_local local_unnamed_addr global ptr null, align 8
@.str.1 = private unnamed_addr constant [6 x i8] c"%d %s\00", align 1
@.str.2 = private unnamed_addr constant [2 x i8] c"x\00", align 1

; Function Attrs: nounwind uwtable
define dso_local noundef i32 @main() local_unnamed_addr #0 !dbg !13 {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %1) #8, !dbg !16
  store i32 7, ptr %1, align 4, !dbg !17, !tbaa !9
  call void @llvm.lifetime.start.p0(ptr nonnull %2) #8, !dbg !18
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #8, !dbg !18
  %5 = tail call i32 @sem_init(ptr noundef nonnull @s, i32 noundef 0, i32 noundef 0) #8, !dbg !19
  %6 = call i32 @pthread_create(ptr noundef nonnull %2, ptr noundef null, ptr noundef nonnull @put, ptr noundef nonnull %1) #8, !dbg !20
  %7 = call i32 @pthread_create(ptr noundef nonnull %3, ptr noundef null, ptr noundef nonnull @get, ptr noundef null) #8, !dbg !21
  %8 = call i32 @sem_wait(ptr noundef nonnull @s) #8, !dbg !22
  %9 = load i64, ptr %2, align 8, !dbg !23, !tbaa !24
  %10 = call i32 @pthread_join(i64 noundef %9, ptr noundef null) #8, !dbg !26
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #8, !dbg !27
  %11 = load i64, ptr %3, align 8, !dbg !28, !tbaa !24
  %12 = call i32 @pthread_join(i64 noundef %11, ptr noundef nonnull %4) #8, !dbg !29
  %13 = load ptr, ptr %4, align 8, !dbg !30, !tbaa !31
  %14 = ptrtoint ptr %13 to i64, !dbg !33
  %15 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i64 noundef %14), !dbg !34
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #8, !dbg !35
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #8, !dbg !35
  call void @llvm.lifetime.end.p0(ptr nonnull %2) #8, !dbg !35
  call void @llvm.lifetime.end.p0(ptr nonnull %1) #8, !dbg !35
  ret i32 0, !dbg !36
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: nounwind
declare !dbg !37 i32 @sem_init(ptr noundef, i32 noundef, i32 noundef) local_unnamed_addr #2

; Function Attrs: nounwind
declare !dbg !39 i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind uwtable
define internal noundef ptr @put(ptr noundef readonly captures(none) %0) #0 !dbg !41 {
  %2 = tail call noalias dereferenceable_or_null(16) ptr @malloc(i64 noundef 16) #9, !dbg !42
  %3 = load i32, ptr %0, align 4, !dbg !43, !tbaa !9
  %4 = getelementptr inbounds nuw i8, ptr %2, i64 8, !dbg !44
  store i32 %3, ptr %4, align 8, !dbg !45, !tbaa !46
  %5 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull @m) #8, !dbg !49
  %6 = load ptr, ptr @head, align 8, !dbg !50, !tbaa !51
  store ptr %6, ptr %2, align 8, !dbg !52, !tbaa !53
  store ptr %2, ptr @head, align 8, !dbg !54, !tbaa !51
  %7 = tail call i32 @pthread_cond_signal(ptr noundef nonnull @c) #8, !dbg !55
  %8 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull @m) #8, !dbg !56
  %9 = tail call i32 @sem_post(ptr noundef nonnull @s) #8, !dbg !57
  ret ptr %2, !dbg !58
}

; Function Attrs: nounwind uwtable
define internal ptr @get(ptr readnone captures(none) %0) #0 !dbg !59 {
  %2 = alloca [16 x i8], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %2) #8, !dbg !60
  %3 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull @m) #8, !dbg !61
  %4 = load ptr, ptr @head, align 8, !dbg !62, !tbaa !51
  %5 = icmp eq ptr %4, null, !dbg !63
  br i1 %5, label %6, label %10, !dbg !64

6:                                                ; preds = %1, %6
  %7 = tail call i32 @pthread_cond_wait(ptr noundef nonnull @c, ptr noundef nonnull @m) #8, !dbg !65
  %8 = load ptr, ptr @head, align 8, !dbg !62, !tbaa !51
  %9 = icmp eq ptr %8, null, !dbg !63
  br i1 %9, label %6, label %10, !dbg !66, !llvm.loop !67

10:                                               ; preds = %6, %1
  %11 = phi ptr [ %4, %1 ], [ %8, %6 ], !dbg !62
  %12 = load ptr, ptr %11, align 8, !dbg !72, !tbaa !53
  store ptr %12, ptr @head, align 8, !dbg !73, !tbaa !51
  %13 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull @m) #8, !dbg !74
  %14 = getelementptr inbounds nuw i8, ptr %11, i64 8, !dbg !75
  %15 = load i32, ptr %14, align 8, !dbg !75, !tbaa !46
  %16 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %2, i64 noundef 16, ptr noundef nonnull @.str.1, i32 noundef %15, ptr noundef nonnull @.str.2) #8, !dbg !76
  tail call void @free(ptr noundef %11) #8, !dbg !77
  %17 = call i64 @strlen(ptr noundef nonnull dereferenceable(1) %2) #10, !dbg !78
  %18 = inttoptr i64 %17 to ptr, !dbg !79
  call void @llvm.lifetime.end.p0(ptr nonnull %2) #8, !dbg !80
  ret ptr %18, !dbg !81
}

declare !dbg !82 i32 @sem_wait(ptr noundef) local_unnamed_addr #3

declare !dbg !83 i32 @pthread_join(i64 noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: nofree nounwind
declare !dbg !84 noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)
declare !dbg !86 noalias noundef ptr @malloc(i64 noundef) local_unnamed_addr #5

; Function Attrs: nounwind
declare !dbg !88 i32 @pthread_mutex_lock(ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
declare !dbg !89 i32 @pthread_cond_signal(ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
declare !dbg !90 i32 @pthread_mutex_unlock(ptr noundef) local_unnamed_addr #2

; Function Attrs: nounwind
declare !dbg !91 i32 @sem_post(ptr noundef) local_unnamed_addr #2

declare !dbg !92 i32 @pthread_cond_wait(ptr noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: nofree nounwind
declare !dbg !93 noundef i32 @snprintf(ptr noalias noundef writeonly captures(none), i64 noundef, ptr noundef readonly captures(none), ...) local_unnamed_addr #4

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare !dbg !94 void @free(ptr allocptr noundef captures(none)) local_unnamed_addr #6

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: read)
declare !dbg !95 i64 @strlen(ptr noundef captures(none)) local_unnamed_addr #7

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: read) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nounwind }
attributes #9 = { nounwind allocsize(0) }
attributes #10 = { nounwind willreturn memory(read) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}
!llvm.errno.tbaa = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "locks.c", directory: "/src", checksumkind: CSK_MD5, checksum: "0a3250aa7f229bdffc9cac0d92d87d68")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 2}
!8 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
!13 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 9, type: !14, scopeLine: 9, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, keyInstructions: true)
!14 = !DISubroutineType(types: !15)
!15 = !{}
!16 = !DILocation(line: 9, column: 18, scope: !13)
!17 = !DILocation(line: 9, column: 22, scope: !13, atomGroup: 1, atomRank: 1)
!18 = !DILocation(line: 9, column: 29, scope: !13)
!19 = !DILocation(line: 9, column: 45, scope: !13)
!20 = !DILocation(line: 9, column: 65, scope: !13)
!21 = !DILocation(line: 9, column: 97, scope: !13)
!22 = !DILocation(line: 9, column: 128, scope: !13)
!23 = !DILocation(line: 9, column: 155, scope: !13)
!24 = !{!25, !25, i64 0}
!25 = !{!"long", !11, i64 0}
!26 = !DILocation(line: 9, column: 142, scope: !13)
!27 = !DILocation(line: 9, column: 162, scope: !13)
!28 = !DILocation(line: 9, column: 184, scope: !13)
!29 = !DILocation(line: 9, column: 171, scope: !13)
!30 = !DILocation(line: 9, column: 214, scope: !13)
!31 = !{!32, !32, i64 0}
!32 = !{!"any pointer", !11, i64 0}
!33 = !DILocation(line: 9, column: 208, scope: !13)
!34 = !DILocation(line: 9, column: 192, scope: !13)
!35 = !DILocation(line: 9, column: 228, scope: !13)
!36 = !DILocation(line: 9, column: 218, scope: !13, atomGroup: 3, atomRank: 1)
!37 = !DISubprogram(name: "sem_init", scope: !38, file: !38, line: 35, type: !14, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!38 = !DIFile(filename: "/usr/include/semaphore.h", directory: "", checksumkind: CSK_MD5, checksum: "b4f7b553fe09bd66107d6e44fae0c79f")
!39 = !DISubprogram(name: "pthread_create", scope: !40, file: !40, line: 202, type: !14, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!40 = !DIFile(filename: "/usr/include/pthread.h", directory: "", checksumkind: CSK_MD5, checksum: "5205981c6f80cc3dc1e81231df63d8ef")
!41 = distinct !DISubprogram(name: "put", scope: !1, file: !1, line: 7, type: !14, scopeLine: 7, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, keyInstructions: true)
!42 = !DILocation(line: 7, column: 46, scope: !41, atomGroup: 1, atomRank: 2)
!43 = !DILocation(line: 7, column: 72, scope: !41, atomGroup: 2, atomRank: 2)
!44 = !DILocation(line: 7, column: 68, scope: !41)
!45 = !DILocation(line: 7, column: 70, scope: !41, atomGroup: 2, atomRank: 1)
!46 = !{!47, !10, i64 8}
!47 = !{!"node", !48, i64 0, !10, i64 8}
!48 = !{!"p1 _ZTS4node", !32, i64 0}
!49 = !DILocation(line: 7, column: 83, scope: !41)
!50 = !DILocation(line: 7, column: 117, scope: !41, atomGroup: 3, atomRank: 2)
!51 = !{!48, !48, i64 0}
!52 = !DILocation(line: 7, column: 115, scope: !41, atomGroup: 3, atomRank: 1)
!53 = !{!47, !48, i64 0}
!54 = !DILocation(line: 7, column: 128, scope: !41, atomGroup: 4, atomRank: 1)
!55 = !DILocation(line: 7, column: 133, scope: !41)
!56 = !DILocation(line: 7, column: 158, scope: !41)
!57 = !DILocation(line: 7, column: 184, scope: !41)
!58 = !DILocation(line: 7, column: 198, scope: !41, atomGroup: 6, atomRank: 1)
!59 = distinct !DISubprogram(name: "get", scope: !1, file: !1, line: 8, type: !14, scopeLine: 8, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, keyInstructions: true)
!60 = !DILocation(line: 8, column: 29, scope: !59)
!61 = !DILocation(line: 8, column: 41, scope: !59)
!62 = !DILocation(line: 8, column: 73, scope: !59)
!63 = !DILocation(line: 8, column: 72, scope: !59)
!64 = !DILocation(line: 8, column: 65, scope: !59, atomGroup: 7, atomRank: 1)
!65 = !DILocation(line: 8, column: 79, scope: !59)
!66 = !DILocation(line: 8, column: 65, scope: !59, atomGroup: 2, atomRank: 1)
!67 = distinct !{!67, !68, !69, !70, !71}
!68 = !DILocation(line: 8, column: 65, scope: !59)
!69 = !DILocation(line: 8, column: 103, scope: !59)
!70 = !{!"llvm.loop.mustprogress"}
!71 = !{!"llvm.loop.unroll.disable"}
!72 = !DILocation(line: 8, column: 139, scope: !59, atomGroup: 4, atomRank: 2)
!73 = !DILocation(line: 8, column: 134, scope: !59, atomGroup: 4, atomRank: 1)
!74 = !DILocation(line: 8, column: 145, scope: !59)
!75 = !DILocation(line: 8, column: 205, scope: !59)
!76 = !DILocation(line: 8, column: 171, scope: !59)
!77 = !DILocation(line: 8, column: 214, scope: !59)
!78 = !DILocation(line: 8, column: 238, scope: !59, atomGroup: 6, atomRank: 3)
!79 = !DILocation(line: 8, column: 230, scope: !59, atomGroup: 6, atomRank: 2)
!80 = !DILocation(line: 8, column: 249, scope: !59)
!81 = !DILocation(line: 8, column: 223, scope: !59, atomGroup: 6, atomRank: 1)
!82 = !DISubprogram(name: "sem_wait", scope: !38, file: !38, line: 55, type: !14, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!83 = !DISubprogram(name: "pthread_join", scope: !40, file: !40, line: 219, type: !14, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!84 = !DISubprogram(name: "printf", scope: !85, file: !85, line: 356, type: !14, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!85 = !DIFile(filename: "/usr/include/stdio.h", directory: "", checksumkind: CSK_MD5, checksum: "b5a90985555f47bfb88eff5a8f0f5b72")
!86 = !DISubprogram(name: "malloc", scope: !87, file: !87, line: 553, type: !14, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!87 = !DIFile(filename: "/usr/include/stdlib.h", directory: "", checksumkind: CSK_MD5, checksum: "4b47dc81a92f1fe77a152c0aac236718")
!88 = !DISubprogram(name: "pthread_mutex_lock", scope: !40, file: !40, line: 794, type: !14, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!89 = !DISubprogram(name: "pthread_cond_signal", scope: !40, file: !40, line: 1121, type: !14, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!90 = !DISubprogram(name: "pthread_mutex_unlock", scope: !40, file: !40, line: 835, type: !14, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!91 = !DISubprogram(name: "sem_post", scope: !38, file: !38, line: 103, type: !14, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!92 = !DISubprogram(name: "pthread_cond_wait", scope: !40, file: !40, line: 1133, type: !14, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!93 = !DISubprogram(name: "snprintf", scope: !85, file: !85, line: 378, type: !14, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!94 = !DISubprogram(name: "free", scope: !87, file: !87, line: 568, type: !14, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!95 = !DISubprogram(name: "strlen", scope: !96, file: !96, line: 407, type: !14, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!96 = !DIFile(filename: "/usr/include/string.h", directory: "", checksumkind: CSK_MD5, checksum: "0ee11a08692643b86154f96759d0f7fa")
