
x.o:     file format elf64-x86-64


Disassembly of section .text:

0000000000000000 <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)>:
       0:	push   %rbp
       1:	movslq %edx,%r10
       4:	mov    %r8d,%edx
       7:	mov    %rsp,%rbp
       a:	push   %r15
       c:	push   %r14
       e:	push   %r13
      10:	push   %r12
      12:	push   %rbx
      13:	mov    %esi,%ebx
      15:	sub    $0x20,%rsp
      19:	mov    %rcx,0x18(%rsp)
      1e:	mov    %r9,%rcx
      21:	cmp    $0x5,%ebx
      24:	jle    45a <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0x45a>
      2a:	lea    0x0(,%r10,4),%r13d
      32:	lea    (%r10,%r10,1),%r12d
      36:	mov    %edx,-0x74(%rsp)
      3a:	lea    0x0(%r13,%r10,1),%eax
      3f:	lea    (%r12,%r10,1),%r11d
      43:	movslq %r12d,%r12
      46:	mov    %eax,-0x58(%rsp)
      4a:	movslq %r8d,%rax
      4d:	lea    0x0(,%rax,4),%r8
      55:	shl    $0x4,%rax
      59:	lea    0x40(%r8),%rsi
      5d:	mov    %rax,-0x20(%rsp)
      62:	vmovq  %rsi,%xmm3
      67:	lea    0x80(%r8),%rsi
      6e:	vmovq  %rsi,%xmm29
      74:	lea    0xc0(%r8),%rsi
      7b:	vmovq  %rsi,%xmm30
      81:	lea    (%rdx,%rdx,1),%esi
      84:	vmovq  %xmm29,-0x60(%rsp)
      8c:	movslq %esi,%r9
      8f:	add    %edx,%esi
      91:	vmovq  %xmm30,-0x68(%rsp)
      99:	lea    0x0(,%r9,4),%r15
      a1:	movslq %esi,%r9
      a4:	lea    0x40(%r15),%r14
      a8:	mov    %r15,0x8(%rsp)
      ad:	vmovq  %r14,%xmm31
      b3:	lea    0x80(%r15),%r14
      ba:	add    $0xc0,%r15
      c1:	mov    %r15,-0x8(%rsp)
      c6:	lea    0x0(,%r9,4),%r15
      ce:	vmovq  %r15,%xmm2
      d3:	lea    0x40(,%r9,4),%r15
      db:	mov    %r14,(%rsp)
      df:	lea    0x40(%rax),%r14
      e3:	vmovq  %r15,%xmm1
      e8:	add    $0x40,%r15
      ec:	mov    %r14,-0x28(%rsp)
      f1:	lea    0xc0(%rax),%r14
      f8:	mov    %r15,-0x10(%rsp)
      fd:	vmovq  %xmm2,%r15
     102:	movslq %r13d,%r9
     105:	vmovdqa64 %xmm1,%xmm29
     10b:	add    $0xc0,%r15
     112:	mov    %r14,-0x38(%rsp)
     117:	movslq -0x58(%rsp),%r13
     11c:	mov    %r15,-0x18(%rsp)
     121:	lea    0x80(%rax),%r15
     128:	lea    (%rdx,%rdx,4),%eax
     12b:	cltq
     12d:	mov    %r15,-0x30(%rsp)
     132:	lea    0x40(,%rax,4),%r14
     13a:	lea    0x0(,%rax,4),%r15
     142:	vmovq  %xmm31,-0x70(%rsp)
     14a:	vmovdqa64 %xmm2,%xmm31
     150:	lea    (%r11,%r11,1),%eax
     154:	mov    %r15,-0x40(%rsp)
     159:	lea    0x40(%r14),%r15
     15d:	vmovq  %r14,%xmm0
     162:	cltq
     164:	mov    %r15,-0x48(%rsp)
     169:	movslq %r11d,%r11
     16c:	vmovdqa64 %xmm0,%xmm30
     172:	lea    0x80(%r14),%r15
     179:	movslq %r10d,%r14
     17c:	vmovq  %xmm3,-0x58(%rsp)
     182:	mov    %r15,-0x50(%rsp)
     187:	lea    0x0(,%rax,4),%r15
     18f:	lea    (%rsi,%rsi,1),%eax
     192:	cltq
     194:	lea    0x0(,%rax,4),%rsi
     19c:	mov    %rsi,0x10(%rsp)
     1a1:	lea    (%rdi,%r14,4),%rsi
     1a5:	test   %r10d,%r10d
     1a8:	jle    473 <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0x473>
     1ae:	vxorps %xmm28,%xmm28,%xmm28
     1b4:	mov    0x18(%rsp),%rdx
     1b9:	mov    %rdi,%rax
     1bc:	vmovaps %zmm28,%zmm27
     1c2:	vmovaps %zmm28,%zmm26
     1c8:	vmovaps %zmm28,%zmm25
     1ce:	vmovaps %zmm28,%zmm24
     1d4:	vmovaps %zmm28,%zmm23
     1da:	vmovaps %zmm28,%zmm22
     1e0:	vmovaps %zmm28,%zmm21
     1e6:	vmovaps %zmm28,%zmm20
     1ec:	vmovaps %zmm28,%zmm19
     1f2:	vmovaps %zmm28,%zmm18
     1f8:	vmovaps %zmm28,%zmm17
     1fe:	vmovaps %zmm28,%zmm16
     204:	vmovaps %zmm28,%zmm15
     20a:	vmovaps %zmm28,%zmm14
     210:	vmovaps %zmm28,%zmm13
     216:	vmovaps %zmm28,%zmm12
     21c:	vmovaps %zmm28,%zmm11
     222:	vmovaps %zmm28,%zmm10
     228:	vmovaps %zmm28,%zmm9
     22e:	vmovaps %zmm28,%zmm8
     234:	vmovaps %zmm28,%zmm7
     23a:	vmovaps %zmm28,%zmm6
     240:	vmovaps %zmm28,%zmm5
     246:	cs nopw 0x0(%rax,%rax,1)
     250:	vmovups (%rdx),%zmm3
     256:	vbroadcastss (%rax),%zmm4
     25c:	vmovups 0x40(%rdx),%zmm2
     263:	vmovups 0x80(%rdx),%zmm1
     26a:	vmovups 0xc0(%rdx),%zmm0
     271:	vfmadd231ps %zmm4,%zmm3,%zmm5
     277:	add    %r8,%rdx
     27a:	vfmadd231ps %zmm4,%zmm2,%zmm6
     280:	vfmadd231ps %zmm4,%zmm1,%zmm7
     286:	vfmadd231ps %zmm4,%zmm0,%zmm8
     28c:	vbroadcastss (%rax,%r14,4),%zmm4
     293:	vfmadd231ps %zmm4,%zmm3,%zmm9
     299:	vfmadd231ps %zmm4,%zmm2,%zmm10
     29f:	vfmadd231ps %zmm4,%zmm1,%zmm11
     2a5:	vfmadd231ps %zmm4,%zmm0,%zmm12
     2ab:	vbroadcastss (%rax,%r12,4),%zmm4
     2b2:	vfmadd231ps %zmm4,%zmm3,%zmm13
     2b8:	vfmadd231ps %zmm4,%zmm2,%zmm14
     2be:	vfmadd231ps %zmm4,%zmm1,%zmm15
     2c4:	vfmadd231ps %zmm4,%zmm0,%zmm16
     2ca:	vbroadcastss (%rax,%r11,4),%zmm4
     2d1:	vfmadd231ps %zmm4,%zmm3,%zmm17
     2d7:	vfmadd231ps %zmm4,%zmm2,%zmm18
     2dd:	vfmadd231ps %zmm4,%zmm1,%zmm19
     2e3:	vfmadd231ps %zmm4,%zmm0,%zmm20
     2e9:	vbroadcastss (%rax,%r9,4),%zmm4
     2f0:	vfmadd231ps %zmm4,%zmm3,%zmm21
     2f6:	vfmadd231ps %zmm4,%zmm2,%zmm22
     2fc:	vfmadd231ps %zmm4,%zmm1,%zmm23
     302:	vfmadd231ps %zmm4,%zmm0,%zmm24
     308:	vbroadcastss (%rax,%r13,4),%zmm4
     30f:	add    $0x4,%rax
     313:	vfmadd231ps %zmm4,%zmm3,%zmm25
     319:	vfmadd231ps %zmm4,%zmm2,%zmm26
     31f:	vfmadd231ps %zmm4,%zmm1,%zmm27
     325:	vfmadd231ps %zmm4,%zmm0,%zmm28
     32b:	cmp    %rax,%rsi
     32e:	jne    250 <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0x250>
     334:	mov    -0x58(%rsp),%rax
     339:	sub    $0x6,%ebx
     33c:	add    %r15,%rdi
     33f:	add    %r15,%rsi
     342:	vmovups %zmm5,(%rcx)
     348:	vmovups %zmm6,0x40(%rcx)
     34f:	vmovups %zmm7,0x80(%rcx)
     356:	vmovups %zmm8,0xc0(%rcx)
     35d:	vmovups %zmm9,(%rcx,%r8,1)
     364:	vmovups %zmm10,(%rcx,%rax,1)
     36b:	mov    -0x60(%rsp),%rax
     370:	vmovups %zmm11,(%rcx,%rax,1)
     377:	mov    -0x68(%rsp),%rax
     37c:	vmovups %zmm12,(%rcx,%rax,1)
     383:	mov    0x8(%rsp),%rax
     388:	vmovups %zmm13,(%rcx,%rax,1)
     38f:	mov    -0x70(%rsp),%rax
     394:	vmovups %zmm14,(%rcx,%rax,1)
     39b:	mov    (%rsp),%rax
     39f:	vmovups %zmm15,(%rcx,%rax,1)
     3a6:	mov    -0x8(%rsp),%rax
     3ab:	vmovups %zmm16,(%rcx,%rax,1)
     3b2:	vmovq  %xmm31,%rax
     3b8:	vmovups %zmm17,(%rcx,%rax,1)
     3bf:	vmovq  %xmm29,%rax
     3c5:	vmovups %zmm18,(%rcx,%rax,1)
     3cc:	mov    -0x10(%rsp),%rax
     3d1:	vmovups %zmm19,(%rcx,%rax,1)
     3d8:	mov    -0x18(%rsp),%rax
     3dd:	vmovups %zmm20,(%rcx,%rax,1)
     3e4:	mov    -0x20(%rsp),%rax
     3e9:	vmovups %zmm21,(%rcx,%rax,1)
     3f0:	mov    -0x28(%rsp),%rax
     3f5:	vmovups %zmm22,(%rcx,%rax,1)
     3fc:	mov    -0x30(%rsp),%rax
     401:	vmovups %zmm23,(%rcx,%rax,1)
     408:	mov    -0x38(%rsp),%rax
     40d:	vmovups %zmm24,(%rcx,%rax,1)
     414:	mov    -0x40(%rsp),%rax
     419:	vmovups %zmm25,(%rcx,%rax,1)
     420:	vmovq  %xmm30,%rax
     426:	vmovups %zmm26,(%rcx,%rax,1)
     42d:	mov    -0x48(%rsp),%rax
     432:	vmovups %zmm27,(%rcx,%rax,1)
     439:	mov    -0x50(%rsp),%rax
     43e:	vmovups %zmm28,(%rcx,%rax,1)
     445:	mov    0x10(%rsp),%rax
     44a:	add    %rax,%rcx
     44d:	cmp    $0x5,%ebx
     450:	jg     1a5 <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0x1a5>
     456:	mov    -0x74(%rsp),%edx
     45a:	cmp    $0x5,%ebx
     45d:	ja     57f <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0x57f>
     463:	lea    0x0(%rip),%rsi        # 46a <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0x46a>
     46a:	movslq (%rsi,%rbx,4),%rax
     46e:	add    %rsi,%rax
     471:	jmp    *%rax
     473:	vxorps %xmm28,%xmm28,%xmm28
     479:	vmovaps %zmm28,%zmm27
     47f:	vmovaps %zmm28,%zmm26
     485:	vmovaps %zmm28,%zmm25
     48b:	vmovaps %zmm28,%zmm24
     491:	vmovaps %zmm28,%zmm23
     497:	vmovaps %zmm28,%zmm22
     49d:	vmovaps %zmm28,%zmm21
     4a3:	vmovaps %zmm28,%zmm20
     4a9:	vmovaps %zmm28,%zmm19
     4af:	vmovaps %zmm28,%zmm18
     4b5:	vmovaps %zmm28,%zmm17
     4bb:	vmovaps %zmm28,%zmm16
     4c1:	vmovaps %zmm28,%zmm15
     4c7:	vmovaps %zmm28,%zmm14
     4cd:	vmovaps %zmm28,%zmm13
     4d3:	vmovaps %zmm28,%zmm12
     4d9:	vmovaps %zmm28,%zmm11
     4df:	vmovaps %zmm28,%zmm10
     4e5:	vmovaps %zmm28,%zmm9
     4eb:	vmovaps %zmm28,%zmm8
     4f1:	vmovaps %zmm28,%zmm7
     4f7:	vmovaps %zmm28,%zmm6
     4fd:	vmovaps %zmm28,%zmm5
     503:	jmp    334 <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0x334>
     508:	test   %r10d,%r10d
     50b:	jle    d25 <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0xd25>
     511:	vxorps %xmm0,%xmm0,%xmm0
     515:	movslq %edx,%rax
     518:	mov    0x18(%rsp),%rdx
     51d:	lea    (%rdi,%r10,4),%rsi
     521:	shl    $0x2,%rax
     525:	vmovaps %zmm0,%zmm1
     52b:	vmovaps %zmm0,%zmm2
     531:	vmovaps %zmm0,%zmm3
     537:	vbroadcastss (%rdi),%zmm4
     53d:	add    $0x4,%rdi
     541:	vfmadd231ps (%rdx),%zmm4,%zmm3
     547:	vfmadd231ps 0x40(%rdx),%zmm4,%zmm2
     54e:	vfmadd231ps 0x80(%rdx),%zmm4,%zmm1
     555:	vfmadd231ps 0xc0(%rdx),%zmm4,%zmm0
     55c:	add    %rax,%rdx
     55f:	cmp    %rdi,%rsi
     562:	jne    537 <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0x537>
     564:	vmovups %zmm3,(%rcx)
     56a:	vmovups %zmm2,0x40(%rcx)
     571:	vmovups %zmm1,0x80(%rcx)
     578:	vmovups %zmm0,0xc0(%rcx)
     57f:	vzeroupper
     582:	add    $0x20,%rsp
     586:	pop    %rbx
     587:	pop    %r12
     589:	pop    %r13
     58b:	pop    %r14
     58d:	pop    %r15
     58f:	pop    %rbp
     590:	ret
     591:	test   %r10d,%r10d
     594:	jle    bbd <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0xbbd>
     59a:	lea    (%r10,%r10,1),%r8d
     59e:	movslq %edx,%rax
     5a1:	vxorps %xmm4,%xmm4,%xmm4
     5a5:	mov    0x18(%rsp),%rsi
     5aa:	lea    (%r8,%r10,1),%r9d
     5ae:	vmovaps %zmm4,%zmm5
     5b4:	movslq %r8d,%r8
     5b7:	vmovaps %zmm4,%zmm6
     5bd:	vmovaps %zmm4,%zmm7
     5c3:	movslq %r9d,%r9
     5c6:	lea    0x0(,%r10,4),%r11
     5ce:	lea    0x0(,%rax,4),%r12
     5d6:	vmovaps %zmm4,%zmm8
     5dc:	lea    (%rdi,%r11,1),%rbx
     5e0:	vmovaps %zmm4,%zmm9
     5e6:	vmovaps %zmm4,%zmm10
     5ec:	vmovaps %zmm4,%zmm11
     5f2:	vmovaps %zmm4,%zmm12
     5f8:	vmovaps %zmm4,%zmm13
     5fe:	vmovaps %zmm4,%zmm14
     604:	vmovaps %zmm4,%zmm15
     60a:	vmovaps %zmm4,%zmm16
     610:	vmovaps %zmm4,%zmm17
     616:	vmovaps %zmm4,%zmm18
     61c:	vmovaps %zmm4,%zmm19
     622:	vmovaps %zmm4,%zmm20
     628:	vmovaps %zmm4,%zmm21
     62e:	vmovaps %zmm4,%zmm22
     634:	vmovaps %zmm4,%zmm23
     63a:	vmovups (%rsi),%zmm3
     640:	vbroadcastss (%rdi),%zmm24
     646:	vmovups 0x40(%rsi),%zmm2
     64d:	vmovups 0x80(%rsi),%zmm1
     654:	vmovups 0xc0(%rsi),%zmm0
     65b:	vfmadd231ps %zmm24,%zmm3,%zmm23
     661:	add    %r12,%rsi
     664:	vfmadd231ps %zmm24,%zmm2,%zmm22
     66a:	vfmadd231ps %zmm24,%zmm1,%zmm21
     670:	vfmadd231ps %zmm24,%zmm0,%zmm20
     676:	vbroadcastss (%rdi,%r10,4),%zmm24
     67d:	vfmadd231ps %zmm24,%zmm3,%zmm19
     683:	vfmadd231ps %zmm24,%zmm2,%zmm18
     689:	vfmadd231ps %zmm24,%zmm1,%zmm17
     68f:	vfmadd231ps %zmm24,%zmm0,%zmm16
     695:	vbroadcastss (%rdi,%r8,4),%zmm24
     69c:	vfmadd231ps %zmm24,%zmm3,%zmm15
     6a2:	vfmadd231ps %zmm24,%zmm2,%zmm14
     6a8:	vfmadd231ps %zmm24,%zmm1,%zmm13
     6ae:	vfmadd231ps %zmm24,%zmm0,%zmm12
     6b4:	vbroadcastss (%rdi,%r9,4),%zmm24
     6bb:	vfmadd231ps %zmm24,%zmm3,%zmm11
     6c1:	vfmadd231ps %zmm24,%zmm2,%zmm10
     6c7:	vfmadd231ps %zmm24,%zmm1,%zmm9
     6cd:	vfmadd231ps %zmm24,%zmm0,%zmm8
     6d3:	vbroadcastss (%rdi,%r11,4),%zmm24
     6da:	add    $0x4,%rdi
     6de:	vfmadd231ps %zmm24,%zmm3,%zmm7
     6e4:	vfmadd231ps %zmm24,%zmm2,%zmm6
     6ea:	vfmadd231ps %zmm24,%zmm1,%zmm5
     6f0:	vfmadd231ps %zmm24,%zmm0,%zmm4
     6f6:	cmp    %rdi,%rbx
     6f9:	jne    63a <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0x63a>
     6ff:	lea    0x0(,%rax,4),%r8
     707:	lea    (%rdx,%rdx,1),%edi
     70a:	vmovups %zmm23,(%rcx)
     710:	lea    (%rcx,%r8,1),%rsi
     714:	movslq %edi,%r9
     717:	add    %edx,%edi
     719:	vmovups %zmm22,0x40(%rcx)
     720:	vmovups %zmm21,0x80(%rcx)
     727:	movslq %edi,%rdi
     72a:	shl    $0x2,%r9
     72e:	vmovups %zmm20,0xc0(%rcx)
     735:	vmovups %zmm19,(%rsi)
     73b:	add    %r8,%rsi
     73e:	vmovups %zmm18,0x40(%rcx,%r8,1)
     746:	lea    (%rsi,%r8,1),%rdx
     74a:	vmovups %zmm17,0x80(%rcx,%r8,1)
     752:	vmovups %zmm16,0xc0(%rcx,%r8,1)
     75a:	vmovups %zmm15,(%rsi)
     760:	lea    0x10(%rdi),%rsi
     764:	vmovups %zmm14,0x40(%rcx,%r9,1)
     76c:	vmovups %zmm13,0x80(%rcx,%r9,1)
     774:	vmovups %zmm12,0xc0(%rcx,%r9,1)
     77c:	vmovups %zmm11,(%rdx)
     782:	vmovups %zmm10,(%rcx,%rsi,4)
     789:	vmovups %zmm9,0x40(%rcx,%rsi,4)
     791:	mov    %rax,%rsi
     794:	vmovups %zmm8,0xc0(%rcx,%rdi,4)
     79c:	shl    $0x4,%rsi
     7a0:	vmovups %zmm7,(%rdx,%rax,4)
     7a7:	vmovups %zmm6,0x40(%rcx,%rsi,1)
     7af:	vmovups %zmm5,0x80(%rcx,%rsi,1)
     7b7:	vmovups %zmm4,0xc0(%rcx,%rsi,1)
     7bf:	jmp    57f <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0x57f>
     7c4:	test   %r10d,%r10d
     7c7:	jle    cef <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0xcef>
     7cd:	vxorps %xmm0,%xmm0,%xmm0
     7d1:	movslq %edx,%rax
     7d4:	mov    0x18(%rsp),%rdx
     7d9:	lea    (%rdi,%r10,4),%rsi
     7dd:	lea    0x0(,%rax,4),%r8
     7e5:	vmovaps %zmm0,%zmm1
     7eb:	vmovaps %zmm0,%zmm2
     7f1:	vmovaps %zmm0,%zmm3
     7f7:	vmovaps %zmm0,%zmm4
     7fd:	vmovaps %zmm0,%zmm5
     803:	vmovaps %zmm0,%zmm6
     809:	vmovaps %zmm0,%zmm7
     80f:	vbroadcastss (%rdi),%zmm8
     815:	vfmadd231ps (%rdx),%zmm8,%zmm7
     81b:	vfmadd231ps 0x40(%rdx),%zmm8,%zmm6
     822:	vfmadd231ps 0x80(%rdx),%zmm8,%zmm5
     829:	vfmadd231ps 0xc0(%rdx),%zmm8,%zmm4
     830:	vbroadcastss (%rdi,%r10,4),%zmm8
     837:	add    $0x4,%rdi
     83b:	vfmadd231ps (%rdx),%zmm8,%zmm3
     841:	vfmadd231ps 0x40(%rdx),%zmm8,%zmm2
     848:	vfmadd231ps 0x80(%rdx),%zmm8,%zmm1
     84f:	vfmadd231ps 0xc0(%rdx),%zmm8,%zmm0
     856:	add    %r8,%rdx
     859:	cmp    %rdi,%rsi
     85c:	jne    80f <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0x80f>
     85e:	lea    0x0(,%rax,4),%rdx
     866:	vmovups %zmm7,(%rcx)
     86c:	vmovups %zmm6,0x40(%rcx)
     873:	vmovups %zmm5,0x80(%rcx)
     87a:	vmovups %zmm4,0xc0(%rcx)
     881:	vmovups %zmm3,(%rcx,%rax,4)
     888:	vmovups %zmm2,0x40(%rcx,%rdx,1)
     890:	vmovups %zmm1,0x80(%rcx,%rdx,1)
     898:	vmovups %zmm0,0xc0(%rcx,%rdx,1)
     8a0:	jmp    57f <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0x57f>
     8a5:	test   %r10d,%r10d
     8a8:	jle    ca1 <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0xca1>
     8ae:	lea    (%r10,%r10,1),%r8d
     8b2:	movslq %edx,%rax
     8b5:	mov    0x18(%rsp),%rsi
     8ba:	lea    (%rdi,%r10,4),%r9
     8be:	vxorps %xmm0,%xmm0,%xmm0
     8c2:	lea    0x0(,%rax,4),%r11
     8ca:	movslq %r8d,%r8
     8cd:	vmovaps %zmm0,%zmm1
     8d3:	vmovaps %zmm0,%zmm2
     8d9:	vmovaps %zmm0,%zmm3
     8df:	vmovaps %zmm0,%zmm4
     8e5:	vmovaps %zmm0,%zmm5
     8eb:	vmovaps %zmm0,%zmm6
     8f1:	vmovaps %zmm0,%zmm7
     8f7:	vmovaps %zmm0,%zmm8
     8fd:	vmovaps %zmm0,%zmm9
     903:	vmovaps %zmm0,%zmm10
     909:	vmovaps %zmm0,%zmm11
     90f:	vbroadcastss (%rdi),%zmm12
     915:	vfmadd231ps (%rsi),%zmm12,%zmm11
     91b:	vfmadd231ps 0x40(%rsi),%zmm12,%zmm10
     922:	vfmadd231ps 0x80(%rsi),%zmm12,%zmm9
     929:	vfmadd231ps 0xc0(%rsi),%zmm12,%zmm8
     930:	vbroadcastss (%rdi,%r10,4),%zmm12
     937:	vfmadd231ps (%rsi),%zmm12,%zmm7
     93d:	vfmadd231ps 0x40(%rsi),%zmm12,%zmm6
     944:	vfmadd231ps 0x80(%rsi),%zmm12,%zmm5
     94b:	vfmadd231ps 0xc0(%rsi),%zmm12,%zmm4
     952:	vbroadcastss (%rdi,%r8,4),%zmm12
     959:	add    $0x4,%rdi
     95d:	vfmadd231ps (%rsi),%zmm12,%zmm3
     963:	vfmadd231ps 0x40(%rsi),%zmm12,%zmm2
     96a:	vfmadd231ps 0x80(%rsi),%zmm12,%zmm1
     971:	vfmadd231ps 0xc0(%rsi),%zmm12,%zmm0
     978:	add    %r11,%rsi
     97b:	cmp    %rdi,%r9
     97e:	jne    90f <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0x90f>
     980:	add    %edx,%edx
     982:	lea    0x0(,%rax,4),%rsi
     98a:	vmovups %zmm11,(%rcx)
     990:	movslq %edx,%rdx
     993:	lea    (%rcx,%rsi,1),%rdi
     997:	vmovups %zmm10,0x40(%rcx)
     99e:	vmovups %zmm9,0x80(%rcx)
     9a5:	shl    $0x2,%rdx
     9a9:	vmovups %zmm8,0xc0(%rcx)
     9b0:	vmovups %zmm7,(%rdi)
     9b6:	vmovups %zmm6,0x40(%rcx,%rsi,1)
     9be:	vmovups %zmm5,0x80(%rcx,%rsi,1)
     9c6:	vmovups %zmm4,0xc0(%rcx,%rsi,1)
     9ce:	vmovups %zmm3,(%rdi,%rax,4)
     9d5:	vmovups %zmm2,0x40(%rcx,%rdx,1)
     9dd:	vmovups %zmm1,0x80(%rcx,%rdx,1)
     9e5:	vmovups %zmm0,0xc0(%rcx,%rdx,1)
     9ed:	jmp    57f <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0x57f>
     9f2:	test   %r10d,%r10d
     9f5:	jle    c3b <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0xc3b>
     9fb:	lea    (%r10,%r10,1),%r8d
     9ff:	movslq %edx,%rax
     a02:	mov    0x18(%rsp),%rsi
     a07:	lea    (%rdi,%r10,4),%r11
     a0b:	vxorps %xmm0,%xmm0,%xmm0
     a0f:	lea    (%r8,%r10,1),%r9d
     a13:	lea    0x0(,%rax,4),%rbx
     a1b:	movslq %r8d,%r8
     a1e:	vmovaps %zmm0,%zmm1
     a24:	vmovaps %zmm0,%zmm2
     a2a:	movslq %r9d,%r9
     a2d:	vmovaps %zmm0,%zmm3
     a33:	vmovaps %zmm0,%zmm4
     a39:	vmovaps %zmm0,%zmm5
     a3f:	vmovaps %zmm0,%zmm6
     a45:	vmovaps %zmm0,%zmm7
     a4b:	vmovaps %zmm0,%zmm8
     a51:	vmovaps %zmm0,%zmm9
     a57:	vmovaps %zmm0,%zmm10
     a5d:	vmovaps %zmm0,%zmm11
     a63:	vmovaps %zmm0,%zmm12
     a69:	vmovaps %zmm0,%zmm13
     a6f:	vmovaps %zmm0,%zmm14
     a75:	vmovaps %zmm0,%zmm15
     a7b:	vbroadcastss (%rdi),%zmm16
     a81:	vmovups (%rsi),%zmm20
     a87:	vmovups 0x40(%rsi),%zmm19
     a8e:	vmovups 0x80(%rsi),%zmm18
     a95:	vmovups 0xc0(%rsi),%zmm17
     a9c:	vfmadd231ps %zmm16,%zmm20,%zmm15
     aa2:	add    %rbx,%rsi
     aa5:	vfmadd231ps %zmm16,%zmm19,%zmm14
     aab:	vfmadd231ps %zmm16,%zmm18,%zmm13
     ab1:	vfmadd231ps %zmm16,%zmm17,%zmm12
     ab7:	vbroadcastss (%rdi,%r10,4),%zmm16
     abe:	vfmadd231ps %zmm16,%zmm20,%zmm11
     ac4:	vfmadd231ps %zmm16,%zmm19,%zmm10
     aca:	vfmadd231ps %zmm16,%zmm18,%zmm9
     ad0:	vfmadd231ps %zmm16,%zmm17,%zmm8
     ad6:	vbroadcastss (%rdi,%r8,4),%zmm16
     add:	vfmadd231ps %zmm16,%zmm20,%zmm7
     ae3:	vfmadd231ps %zmm16,%zmm19,%zmm6
     ae9:	vfmadd231ps %zmm16,%zmm18,%zmm5
     aef:	vfmadd231ps %zmm16,%zmm17,%zmm4
     af5:	vbroadcastss (%rdi,%r9,4),%zmm16
     afc:	add    $0x4,%rdi
     b00:	vfmadd231ps %zmm16,%zmm20,%zmm3
     b06:	vfmadd231ps %zmm16,%zmm19,%zmm2
     b0c:	vfmadd231ps %zmm16,%zmm18,%zmm1
     b12:	vfmadd231ps %zmm16,%zmm17,%zmm0
     b18:	cmp    %rdi,%r11
     b1b:	jne    a7b <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0xa7b>
     b21:	lea    0x0(,%rax,4),%r9
     b29:	lea    (%rdx,%rdx,1),%esi
     b2c:	vmovups %zmm15,(%rcx)
     b32:	lea    (%rcx,%r9,1),%rdi
     b36:	movslq %esi,%r8
     b39:	add    %edx,%esi
     b3b:	vmovups %zmm14,0x40(%rcx)
     b42:	vmovups %zmm13,0x80(%rcx)
     b49:	shl    $0x2,%r8
     b4d:	movslq %esi,%rsi
     b50:	vmovups %zmm12,0xc0(%rcx)
     b57:	vmovups %zmm11,(%rdi)
     b5d:	add    %r9,%rdi
     b60:	vmovups %zmm10,0x40(%rcx,%r9,1)
     b68:	vmovups %zmm9,0x80(%rcx,%r9,1)
     b70:	vmovups %zmm8,0xc0(%rcx,%r9,1)
     b78:	vmovups %zmm7,(%rdi)
     b7e:	vmovups %zmm6,0x40(%rcx,%r8,1)
     b86:	vmovups %zmm5,0x80(%rcx,%r8,1)
     b8e:	vmovups %zmm4,0xc0(%rcx,%r8,1)
     b96:	vmovups %zmm3,(%rdi,%rax,4)
     b9d:	lea    0x10(%rsi),%rax
     ba1:	vmovups %zmm2,(%rcx,%rax,4)
     ba8:	vmovups %zmm1,0x40(%rcx,%rax,4)
     bb0:	vmovups %zmm0,0xc0(%rcx,%rsi,4)
     bb8:	jmp    57f <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0x57f>
     bbd:	vxorps %xmm4,%xmm4,%xmm4
     bc1:	movslq %edx,%rax
     bc4:	vmovaps %zmm4,%zmm5
     bca:	vmovaps %zmm4,%zmm6
     bd0:	vmovaps %zmm4,%zmm7
     bd6:	vmovaps %zmm4,%zmm8
     bdc:	vmovaps %zmm4,%zmm9
     be2:	vmovaps %zmm4,%zmm10
     be8:	vmovaps %zmm4,%zmm11
     bee:	vmovaps %zmm4,%zmm12
     bf4:	vmovaps %zmm4,%zmm13
     bfa:	vmovaps %zmm4,%zmm14
     c00:	vmovaps %zmm4,%zmm15
     c06:	vmovaps %zmm4,%zmm16
     c0c:	vmovaps %zmm4,%zmm17
     c12:	vmovaps %zmm4,%zmm18
     c18:	vmovaps %zmm4,%zmm19
     c1e:	vmovaps %zmm4,%zmm20
     c24:	vmovaps %zmm4,%zmm21
     c2a:	vmovaps %zmm4,%zmm22
     c30:	vmovaps %zmm4,%zmm23
     c36:	jmp    6ff <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0x6ff>
     c3b:	vxorps %xmm0,%xmm0,%xmm0
     c3f:	movslq %edx,%rax
     c42:	vmovaps %zmm0,%zmm1
     c48:	vmovaps %zmm0,%zmm2
     c4e:	vmovaps %zmm0,%zmm3
     c54:	vmovaps %zmm0,%zmm4
     c5a:	vmovaps %zmm0,%zmm5
     c60:	vmovaps %zmm0,%zmm6
     c66:	vmovaps %zmm0,%zmm7
     c6c:	vmovaps %zmm0,%zmm8
     c72:	vmovaps %zmm0,%zmm9
     c78:	vmovaps %zmm0,%zmm10
     c7e:	vmovaps %zmm0,%zmm11
     c84:	vmovaps %zmm0,%zmm12
     c8a:	vmovaps %zmm0,%zmm13
     c90:	vmovaps %zmm0,%zmm14
     c96:	vmovaps %zmm0,%zmm15
     c9c:	jmp    b21 <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0xb21>
     ca1:	vxorps %xmm0,%xmm0,%xmm0
     ca5:	movslq %edx,%rax
     ca8:	vmovaps %zmm0,%zmm1
     cae:	vmovaps %zmm0,%zmm2
     cb4:	vmovaps %zmm0,%zmm3
     cba:	vmovaps %zmm0,%zmm4
     cc0:	vmovaps %zmm0,%zmm5
     cc6:	vmovaps %zmm0,%zmm6
     ccc:	vmovaps %zmm0,%zmm7
     cd2:	vmovaps %zmm0,%zmm8
     cd8:	vmovaps %zmm0,%zmm9
     cde:	vmovaps %zmm0,%zmm10
     ce4:	vmovaps %zmm0,%zmm11
     cea:	jmp    980 <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0x980>
     cef:	vxorps %xmm0,%xmm0,%xmm0
     cf3:	movslq %edx,%rax
     cf6:	vmovaps %zmm0,%zmm1
     cfc:	vmovaps %zmm0,%zmm2
     d02:	vmovaps %zmm0,%zmm3
     d08:	vmovaps %zmm0,%zmm4
     d0e:	vmovaps %zmm0,%zmm5
     d14:	vmovaps %zmm0,%zmm6
     d1a:	vmovaps %zmm0,%zmm7
     d20:	jmp    85e <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0x85e>
     d25:	vxorps %xmm0,%xmm0,%xmm0
     d29:	vmovaps %zmm0,%zmm1
     d2f:	vmovaps %zmm0,%zmm2
     d35:	vmovaps %zmm0,%zmm3
     d3b:	jmp    564 <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)+0x564>

0000000000000d40 <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)>:
     d40:	push   %rbp
     d41:	movslq %edx,%r10
     d44:	mov    %r8d,%edx
     d47:	mov    %rsp,%rbp
     d4a:	push   %r15
     d4c:	push   %r14
     d4e:	push   %r13
     d50:	push   %r12
     d52:	push   %rbx
     d53:	mov    %rcx,-0x8(%rsp)
     d58:	cmp    $0x5,%esi
     d5b:	jle    ee9 <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x1a9>
     d61:	lea    0x0(,%r10,4),%ecx
     d69:	movslq %r8d,%r8
     d6c:	lea    (%rdx,%rdx,4),%r13d
     d70:	lea    (%rcx,%r10,1),%r14d
     d74:	mov    %ecx,-0x34(%rsp)
     d78:	lea    (%rdx,%rdx,1),%ecx
     d7b:	movslq %r13d,%r13
     d7e:	movslq %ecx,%r15
     d81:	add    %edx,%ecx
     d83:	mov    %r14d,-0x38(%rsp)
     d88:	lea    (%r10,%r10,1),%eax
     d8c:	movslq %ecx,%r14
     d8f:	shl    $0x2,%r15
     d93:	lea    (%rcx,%rcx,1),%r12d
     d97:	lea    (%rax,%r10,1),%ebx
     d9b:	lea    0x0(,%r8,4),%r11
     da3:	mov    %r15,-0x18(%rsp)
     da8:	shl    $0x4,%r8
     dac:	lea    0x0(,%r14,4),%r15
     db4:	movslq %r12d,%r12
     db7:	mov    %r15,-0x20(%rsp)
     dbc:	lea    0x0(,%r13,4),%r15
     dc4:	movslq %eax,%r14
     dc7:	mov    %r8,-0x28(%rsp)
     dcc:	movslq -0x38(%rsp),%r8
     dd1:	movslq %ebx,%r13
     dd4:	add    %ebx,%ebx
     dd6:	mov    %r15,-0x30(%rsp)
     ddb:	lea    0x0(,%r12,4),%r15
     de3:	mov    %r14,%rax
     de6:	movslq -0x34(%rsp),%r12
     deb:	mov    %r15,-0x10(%rsp)
     df0:	movslq %ebx,%rbx
     df3:	movslq %r10d,%r15
     df6:	mov    %r10d,%r14d
     df9:	mov    %edx,-0x34(%rsp)
     dfd:	mov    %r8,%rdx
     e00:	shl    $0x2,%rbx
     e04:	mov    %r11,%r8
     e07:	lea    (%rdi,%r15,4),%rcx
     e0b:	mov    %r13,%r11
     e0e:	mov    %rax,%r10
     e11:	mov    %rdx,%r13
     e14:	nopl   0x0(%rax)
     e18:	test   %r14d,%r14d
     e1b:	jle    f49 <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x209>
     e21:	vxorps %xmm6,%xmm6,%xmm6
     e25:	mov    -0x8(%rsp),%rdx
     e2a:	mov    %rdi,%rax
     e2d:	vmovaps %zmm6,%zmm5
     e33:	vmovaps %zmm6,%zmm4
     e39:	vmovaps %zmm6,%zmm3
     e3f:	vmovaps %zmm6,%zmm2
     e45:	vmovaps %zmm6,%zmm1
     e4b:	nopl   0x0(%rax,%rax,1)
     e50:	vmovups (%rdx),%zmm0
     e56:	add    %r8,%rdx
     e59:	vfmadd231ps (%rax){1to16},%zmm0,%zmm1
     e5f:	vfmadd231ps (%rax,%r15,4){1to16},%zmm0,%zmm2
     e66:	vfmadd231ps (%rax,%r10,4){1to16},%zmm0,%zmm3
     e6d:	vfmadd231ps (%rax,%r11,4){1to16},%zmm0,%zmm4
     e74:	vfmadd231ps (%rax,%r12,4){1to16},%zmm0,%zmm5
     e7b:	vfmadd231ps (%rax,%r13,4){1to16},%zmm0,%zmm6
     e82:	add    $0x4,%rax
     e86:	cmp    %rax,%rcx
     e89:	jne    e50 <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x110>
     e8b:	mov    -0x18(%rsp),%rax
     e90:	sub    $0x6,%esi
     e93:	add    %rbx,%rdi
     e96:	add    %rbx,%rcx
     e99:	vmovups %zmm1,(%r9)
     e9f:	vmovups %zmm2,(%r9,%r8,1)
     ea6:	vmovups %zmm3,(%r9,%rax,1)
     ead:	mov    -0x20(%rsp),%rax
     eb2:	vmovups %zmm4,(%r9,%rax,1)
     eb9:	mov    -0x28(%rsp),%rax
     ebe:	vmovups %zmm5,(%r9,%rax,1)
     ec5:	mov    -0x30(%rsp),%rax
     eca:	vmovups %zmm6,(%r9,%rax,1)
     ed1:	mov    -0x10(%rsp),%rax
     ed6:	add    %rax,%r9
     ed9:	cmp    $0x5,%esi
     edc:	jg     e18 <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0xd8>
     ee2:	mov    -0x34(%rsp),%edx
     ee6:	movslq %r14d,%r10
     ee9:	cmp    $0x5,%esi
     eec:	ja     f3b <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x1fb>
     eee:	lea    0x0(%rip),%rcx        # ef5 <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x1b5>
     ef5:	mov    %esi,%esi
     ef7:	movslq (%rcx,%rsi,4),%rax
     efb:	add    %rcx,%rax
     efe:	jmp    *%rax
     f00:	test   %r10d,%r10d
     f03:	jle    1225 <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x4e5>
     f09:	movslq %edx,%rax
     f0c:	mov    -0x8(%rsp),%r11
     f11:	lea    (%rdi,%r10,4),%rdx
     f15:	vxorps %xmm0,%xmm0,%xmm0
     f19:	shl    $0x2,%rax
     f1d:	vbroadcastss (%rdi),%zmm7
     f23:	add    $0x4,%rdi
     f27:	vfmadd231ps (%r11),%zmm7,%zmm0
     f2d:	add    %rax,%r11
     f30:	cmp    %rdi,%rdx
     f33:	jne    f1d <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x1dd>
     f35:	vmovups %zmm0,(%r9)
     f3b:	vzeroupper
     f3e:	pop    %rbx
     f3f:	pop    %r12
     f41:	pop    %r13
     f43:	pop    %r14
     f45:	pop    %r15
     f47:	pop    %rbp
     f48:	ret
     f49:	vxorps %xmm6,%xmm6,%xmm6
     f4d:	vmovaps %zmm6,%zmm5
     f53:	vmovaps %zmm6,%zmm4
     f59:	vmovaps %zmm6,%zmm3
     f5f:	vmovaps %zmm6,%zmm2
     f65:	vmovaps %zmm6,%zmm1
     f6b:	jmp    e8b <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x14b>
     f70:	test   %r10d,%r10d
     f73:	jle    11ce <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x48e>
     f79:	lea    (%r10,%r10,1),%eax
     f7d:	movslq %edx,%r8
     f80:	vxorps %xmm1,%xmm1,%xmm1
     f84:	mov    -0x8(%rsp),%r11
     f89:	lea    (%rax,%r10,1),%ecx
     f8d:	lea    0x0(,%r10,4),%rsi
     f95:	cltq
     f97:	lea    0x0(,%r8,4),%r12
     f9f:	lea    (%rdi,%rsi,1),%rbx
     fa3:	movslq %ecx,%rcx
     fa6:	vmovaps %zmm1,%zmm2
     fac:	vmovaps %zmm1,%zmm3
     fb2:	vmovaps %zmm1,%zmm4
     fb8:	vmovaps %zmm1,%zmm5
     fbe:	vmovups (%r11),%zmm0
     fc4:	add    %r12,%r11
     fc7:	vfmadd231ps (%rdi){1to16},%zmm0,%zmm5
     fcd:	vfmadd231ps (%rdi,%r10,4){1to16},%zmm0,%zmm4
     fd4:	vfmadd231ps (%rdi,%rax,4){1to16},%zmm0,%zmm3
     fdb:	vfmadd231ps (%rdi,%rcx,4){1to16},%zmm0,%zmm2
     fe2:	vfmadd231ps (%rdi,%rsi,4){1to16},%zmm0,%zmm1
     fe9:	add    $0x4,%rdi
     fed:	cmp    %rdi,%rbx
     ff0:	jne    fbe <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x27e>
     ff2:	lea    0x0(,%r8,4),%rdx
     ffa:	vmovups %zmm5,(%r9)
    1000:	lea    (%r9,%rdx,1),%rax
    1004:	vmovups %zmm4,(%rax)
    100a:	add    %rdx,%rax
    100d:	vmovups %zmm3,(%rax)
    1013:	add    %rdx,%rax
    1016:	vmovups %zmm2,(%rax)
    101c:	vmovups %zmm1,(%rax,%r8,4)
    1023:	vzeroupper
    1026:	pop    %rbx
    1027:	pop    %r12
    1029:	pop    %r13
    102b:	pop    %r14
    102d:	pop    %r15
    102f:	pop    %rbp
    1030:	ret
    1031:	test   %r10d,%r10d
    1034:	jle    120d <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x4cd>
    103a:	movslq %edx,%r8
    103d:	vxorps %xmm0,%xmm0,%xmm0
    1041:	lea    (%r10,%r10,1),%eax
    1045:	mov    -0x8(%rsp),%r11
    104a:	lea    0x0(,%r8,4),%rcx
    1052:	lea    (%rdi,%r10,4),%rdx
    1056:	vmovaps %zmm0,%zmm1
    105c:	cltq
    105e:	vmovaps %zmm0,%zmm2
    1064:	vbroadcastss (%rdi),%zmm7
    106a:	vfmadd231ps (%r11),%zmm7,%zmm2
    1070:	vbroadcastss (%rdi,%r10,4),%zmm7
    1077:	vfmadd231ps (%r11),%zmm7,%zmm1
    107d:	vbroadcastss (%rdi,%rax,4),%zmm7
    1084:	add    $0x4,%rdi
    1088:	vfmadd231ps (%r11),%zmm7,%zmm0
    108e:	add    %rcx,%r11
    1091:	cmp    %rdi,%rdx
    1094:	jne    1064 <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x324>
    1096:	lea    (%r9,%r8,4),%rax
    109a:	vmovups %zmm2,(%r9)
    10a0:	vmovups %zmm1,(%rax)
    10a6:	vmovups %zmm0,(%rax,%r8,4)
    10ad:	vzeroupper
    10b0:	pop    %rbx
    10b1:	pop    %r12
    10b3:	pop    %r13
    10b5:	pop    %r14
    10b7:	pop    %r15
    10b9:	pop    %rbp
    10ba:	ret
    10bb:	vxorps %xmm0,%xmm0,%xmm0
    10bf:	movslq %edx,%r8
    10c2:	vmovaps %zmm0,%zmm1
    10c8:	test   %r10d,%r10d
    10cb:	jle    1110 <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x3d0>
    10cd:	movslq %edx,%r8
    10d0:	vxorps %xmm0,%xmm0,%xmm0
    10d4:	mov    -0x8(%rsp),%r11
    10d9:	lea    (%rdi,%r10,4),%rax
    10dd:	lea    0x0(,%r8,4),%rdx
    10e5:	vmovaps %zmm0,%zmm1
    10eb:	vbroadcastss (%rdi),%zmm7
    10f1:	vfmadd231ps (%r11),%zmm7,%zmm1
    10f7:	vbroadcastss (%rdi,%r10,4),%zmm7
    10fe:	add    $0x4,%rdi
    1102:	vfmadd231ps (%r11),%zmm7,%zmm0
    1108:	add    %rdx,%r11
    110b:	cmp    %rdi,%rax
    110e:	jne    10eb <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x3ab>
    1110:	vmovups %zmm1,(%r9)
    1116:	vmovups %zmm0,(%r9,%r8,4)
    111d:	vzeroupper
    1120:	pop    %rbx
    1121:	pop    %r12
    1123:	pop    %r13
    1125:	pop    %r14
    1127:	pop    %r15
    1129:	pop    %rbp
    112a:	ret
    112b:	test   %r10d,%r10d
    112e:	jle    11f2 <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x4b2>
    1134:	lea    (%r10,%r10,1),%eax
    1138:	movslq %edx,%r8
    113b:	mov    -0x8(%rsp),%r11
    1140:	lea    (%rdi,%r10,4),%rsi
    1144:	vxorps %xmm1,%xmm1,%xmm1
    1148:	lea    (%rax,%r10,1),%ecx
    114c:	lea    0x0(,%r8,4),%rbx
    1154:	cltq
    1156:	vmovaps %zmm1,%zmm2
    115c:	vmovaps %zmm1,%zmm3
    1162:	vmovaps %zmm1,%zmm4
    1168:	movslq %ecx,%rcx
    116b:	vmovups (%r11),%zmm0
    1171:	add    %rbx,%r11
    1174:	vfmadd231ps (%rdi){1to16},%zmm0,%zmm4
    117a:	vfmadd231ps (%rdi,%r10,4){1to16},%zmm0,%zmm3
    1181:	vfmadd231ps (%rdi,%rax,4){1to16},%zmm0,%zmm2
    1188:	vfmadd231ps (%rdi,%rcx,4){1to16},%zmm0,%zmm1
    118f:	add    $0x4,%rdi
    1193:	cmp    %rdi,%rsi
    1196:	jne    116b <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x42b>
    1198:	lea    0x0(,%r8,4),%rdx
    11a0:	vmovups %zmm4,(%r9)
    11a6:	lea    (%r9,%rdx,1),%rax
    11aa:	vmovups %zmm3,(%rax)
    11b0:	add    %rdx,%rax
    11b3:	vmovups %zmm2,(%rax)
    11b9:	vmovups %zmm1,(%rax,%r8,4)
    11c0:	vzeroupper
    11c3:	pop    %rbx
    11c4:	pop    %r12
    11c6:	pop    %r13
    11c8:	pop    %r14
    11ca:	pop    %r15
    11cc:	pop    %rbp
    11cd:	ret
    11ce:	vxorps %xmm1,%xmm1,%xmm1
    11d2:	movslq %edx,%r8
    11d5:	vmovaps %zmm1,%zmm2
    11db:	vmovaps %zmm1,%zmm3
    11e1:	vmovaps %zmm1,%zmm4
    11e7:	vmovaps %zmm1,%zmm5
    11ed:	jmp    ff2 <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x2b2>
    11f2:	vxorps %xmm1,%xmm1,%xmm1
    11f6:	movslq %edx,%r8
    11f9:	vmovaps %zmm1,%zmm2
    11ff:	vmovaps %zmm1,%zmm3
    1205:	vmovaps %zmm1,%zmm4
    120b:	jmp    1198 <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x458>
    120d:	vxorps %xmm0,%xmm0,%xmm0
    1211:	movslq %edx,%r8
    1214:	vmovaps %zmm0,%zmm1
    121a:	vmovaps %zmm0,%zmm2
    1220:	jmp    1096 <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x356>
    1225:	vxorps %xmm0,%xmm0,%xmm0
    1229:	jmp    f35 <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)+0x1f5>
    122e:	xchg   %ax,%ax

0000000000001230 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)>:
    1230:	push   %rbp
    1231:	vmovq  %rcx,%xmm3
    1236:	mov    %rdx,%r9
    1239:	vmovq  %r9,%xmm6
    123e:	mov    %rsp,%rbp
    1241:	push   %r15
    1243:	push   %r14
    1245:	push   %r13
    1247:	push   %r12
    1249:	push   %rbx
    124a:	sub    $0x50,%rsp
    124e:	lea    0x48(%rsp),%r14
    1253:	movslq 0x30(%rdi),%rcx
    1257:	mov    0x8(%rsi),%ebx
    125a:	mov    0x34(%rdi),%r13d
    125e:	movslq 0x38(%rdi),%rax
    1262:	mov    %rcx,%r11
    1265:	imul   (%rsi),%rcx
    1269:	lea    -0x1(%rbx),%r12d
    126d:	mov    0xc(%rsi),%esi
    1270:	mov    %rax,%rdx
    1273:	vmovq  (%rdi),%xmm1
    1277:	mov    %r12d,%r10d
    127a:	mov    %ebx,%edi
    127c:	imul   %r13d,%r10d
    1280:	sub    $0x1,%esi
    1283:	mov    %r13d,-0x40(%rsp)
    1288:	lea    0x1(%rbx),%r15d
    128c:	vmovq  %rax,%xmm2
    1291:	imul   %r13d,%edi
    1295:	movslq %r13d,%rax
    1298:	mov    %ebx,%r13d
    129b:	imul   %rcx,%rax
    129f:	lea    0x2(%rbx),%ecx
    12a2:	add    %esi,%r10d
    12a5:	mov    %ecx,%r9d
    12a8:	add    %esi,%edi
    12aa:	imul   %edx,%r10d
    12ae:	imul   %rdx,%rax
    12b2:	imul   %edx,%edi
    12b5:	vmovq  %rax,%xmm0
    12ba:	lea    -0x38(%rsp),%rax
    12bf:	test   %r12d,%r12d
    12c2:	js     1749 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x519>
    12c8:	cmp    %r12d,%r11d
    12cb:	jle    1770 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x540>
    12d1:	test   %esi,%esi
    12d3:	js     17b6 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x586>
    12d9:	cmp    %esi,-0x40(%rsp)
    12dd:	jle    1797 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x567>
    12e3:	vmovq  %xmm0,%rcx
    12e8:	movslq %r10d,%rbx
    12eb:	add    %rcx,%rbx
    12ee:	vmovq  %xmm1,%rcx
    12f3:	lea    (%rcx,%rbx,4),%rbx
    12f7:	mov    %rbx,(%rax)
    12fa:	cmp    %r13d,%r11d
    12fd:	jle    17a5 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x575>
    1303:	vmovq  %xmm0,%rcx
    1308:	movslq %edi,%rbx
    130b:	add    %rcx,%rbx
    130e:	vmovq  %xmm1,%rcx
    1313:	lea    (%rcx,%rbx,4),%rbx
    1317:	mov    %rbx,0x8(%rax)
    131b:	mov    %r15d,%ebx
    131e:	cmp    %r15d,%r11d
    1321:	jle    177f <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x54f>
    1327:	cmp    %esi,-0x40(%rsp)
    132b:	jle    177f <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x54f>
    1331:	mov    -0x40(%rsp),%ecx
    1335:	imul   %ecx,%ebx
    1338:	vmovq  %xmm0,%rcx
    133d:	add    %esi,%ebx
    133f:	imul   %edx,%ebx
    1342:	movslq %ebx,%rbx
    1345:	add    %rcx,%rbx
    1348:	vmovq  %xmm1,%rcx
    134d:	lea    (%rcx,%rbx,4),%rbx
    1351:	mov    %rbx,0x10(%rax)
    1355:	cmp    %r9d,%r11d
    1358:	jle    1768 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x538>
    135e:	test   %r9d,%r9d
    1361:	js     1768 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x538>
    1367:	mov    -0x40(%rsp),%ebx
    136b:	vmovq  %xmm0,%rcx
    1370:	imul   %r9d,%ebx
    1374:	add    %esi,%ebx
    1376:	imul   %edx,%ebx
    1379:	movslq %ebx,%rbx
    137c:	add    %rcx,%rbx
    137f:	vmovq  %xmm1,%rcx
    1384:	lea    (%rcx,%rbx,4),%rbx
    1388:	mov    %rbx,0x18(%rax)
    138c:	add    $0x20,%rax
    1390:	add    $0x1,%esi
    1393:	add    %edx,%r10d
    1396:	add    %edx,%edi
    1398:	cmp    %rax,%r14
    139b:	jne    12bf <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x8f>
    13a1:	vmovq  %xmm6,%r9
    13a6:	test   %edx,%edx
    13a8:	jle    173a <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x50a>
    13ae:	mov    (%rsp),%rax
    13b2:	vmovq  %xmm2,%rcx
    13b7:	vmovq  -0x20(%rsp),%xmm28
    13bf:	mov    %edx,-0x6c(%rsp)
    13c3:	vmovq  -0x18(%rsp),%xmm29
    13cb:	vmovq  -0x8(%rsp),%xmm31
    13d3:	mov    0x10(%rsp),%rbx
    13d8:	mov    0x18(%rsp),%r11
    13dd:	mov    %rax,-0x40(%rsp)
    13e2:	mov    0x8(%rsp),%rax
    13e7:	mov    0x20(%rsp),%r10
    13ec:	mov    0x40(%rsp),%r8
    13f1:	mov    -0x38(%rsp),%r12
    13f6:	mov    %r11,%rdx
    13f9:	mov    %rax,-0x48(%rsp)
    13fe:	mov    0x28(%rsp),%rax
    1403:	vmovq  -0x10(%rsp),%xmm30
    140b:	vmovq  -0x30(%rsp),%xmm26
    1413:	mov    %rax,-0x50(%rsp)
    1418:	mov    0x30(%rsp),%rax
    141d:	vmovq  -0x28(%rsp),%xmm27
    1425:	mov    %rax,-0x58(%rsp)
    142a:	mov    0x38(%rsp),%rax
    142f:	mov    %rax,-0x60(%rsp)
    1434:	vmovq  %xmm3,%rax
    1439:	imul   %rax,%rcx
    143d:	mov    %rcx,%rsi
    1440:	lea    0x0(,%rcx,8),%rdi
    1448:	shl    $0x4,%rsi
    144c:	lea    (%r9,%rsi,1),%rax
    1450:	lea    (%rax,%rsi,1),%r15
    1454:	vmovq  %rax,%xmm18
    145a:	lea    (%r9,%rcx,4),%rax
    145e:	mov    %rax,-0x68(%rsp)
    1463:	mov    %rcx,%rax
    1466:	lea    (%r15,%rsi,1),%r14
    146a:	vmovq  %xmm30,%r9
    1470:	sub    %rdi,%rax
    1473:	imul   $0xffffffffffffffd4,%rcx,%rcx
    1477:	lea    (%r14,%rax,4),%r13
    147b:	lea    0x0(%r13,%rsi,1),%rax
    1480:	mov    %r13,-0x78(%rsp)
    1485:	vmovq  %rax,%xmm23
    148b:	add    %rsi,%rax
    148e:	vmovq  %rax,%xmm22
    1494:	add    %rcx,%rax
    1497:	vmovq  %rax,%xmm24
    149d:	add    %rsi,%rax
    14a0:	vmovq  %rax,%xmm21
    14a6:	add    %rsi,%rax
    14a9:	vmovq  %rax,%xmm20
    14af:	add    %rsi,%rax
    14b2:	add    %rax,%rcx
    14b5:	vmovq  %rax,%xmm19
    14bb:	lea    (%rcx,%rsi,1),%rax
    14bf:	lea    (%rax,%rsi,1),%rdi
    14c3:	vmovq  %rax,%xmm25
    14c9:	xor    %eax,%eax
    14cb:	add    %rdi,%rsi
    14ce:	vmovq  %xmm25,%r13
    14d4:	vmovq  %r14,%xmm25
    14da:	mov    %rcx,%r14
    14dd:	mov    %rsi,%r11
    14e0:	mov    %r8,%rsi
    14e3:	vmovq  %xmm29,%r8
    14e9:	vmovq  %r10,%xmm29
    14ef:	vmovq  %xmm31,%r10
    14f5:	vmovq  %r15,%xmm31
    14fb:	mov    %rbx,%r15
    14fe:	mov    %rdi,%rbx
    1501:	vmovq  %xmm28,%rdi
    1507:	vmovdqa64 %xmm6,%xmm28
    150d:	nopl   (%rax)
    1510:	vmovq  %xmm26,%rcx
    1516:	vmovups (%rdx,%rax,4),%zmm2
    151d:	vmovups (%r15,%rax,4),%zmm4
    1524:	vmovups (%rcx,%rax,4),%zmm3
    152b:	vmovq  %xmm27,%rcx
    1531:	vmovups (%r12,%rax,4),%zmm8
    1538:	vmovups (%rcx,%rax,4),%zmm5
    153f:	mov    -0x40(%rsp),%rcx
    1544:	vaddps %zmm2,%zmm4,%zmm11
    154a:	vsubps %zmm4,%zmm2,%zmm0
    1550:	vmovups (%r10,%rax,4),%zmm1
    1557:	vmovups (%r8,%rax,4),%zmm7
    155e:	vmovups (%rcx,%rax,4),%zmm6
    1565:	mov    -0x48(%rsp),%rcx
    156a:	vsubps %zmm5,%zmm8,%zmm8
    1570:	vmovups (%rsi,%rax,4),%zmm12
    1577:	vmovups (%r9,%rax,4),%zmm10
    157e:	vsubps (%rcx,%rax,4),%zmm2,%zmm16
    1585:	vmovq  %xmm29,%rcx
    158b:	vmovups (%rdi,%rax,4),%zmm17
    1592:	vmovups (%rcx,%rax,4),%zmm4
    1599:	mov    -0x58(%rsp),%rcx
    159e:	vaddps %zmm1,%zmm10,%zmm14
    15a4:	vsubps (%r15,%rax,4),%zmm4,%zmm2
    15ab:	vmovups (%rcx,%rax,4),%zmm13
    15b2:	mov    -0x60(%rsp),%rcx
    15b7:	vaddps %zmm16,%zmm8,%zmm8
    15bd:	vmovups (%rcx,%rax,4),%zmm4
    15c4:	mov    -0x50(%rsp),%rcx
    15c9:	vsubps %zmm13,%zmm12,%zmm9
    15cf:	vsubps %zmm1,%zmm7,%zmm12
    15d5:	vsubps (%rcx,%rax,4),%zmm4,%zmm15
    15dc:	vmovq  %xmm28,%rcx
    15e2:	vmovups %zmm8,(%rcx,%rax,4)
    15e9:	vsubps %zmm7,%zmm1,%zmm8
    15ef:	vaddps %zmm12,%zmm16,%zmm7
    15f5:	vmovq  %xmm18,%rcx
    15fb:	vaddps %zmm12,%zmm15,%zmm15
    1601:	vaddps %zmm16,%zmm8,%zmm8
    1607:	vmovups %zmm8,(%rcx,%rax,4)
    160e:	vmovq  %xmm31,%rcx
    1614:	vmovups %zmm7,(%rcx,%rax,4)
    161b:	vaddps %zmm5,%zmm3,%zmm7
    1621:	vmovq  %xmm25,%rcx
    1627:	vsubps %zmm5,%zmm3,%zmm5
    162d:	vmovups %zmm15,(%rcx,%rax,4)
    1634:	mov    -0x68(%rsp),%rcx
    1639:	vsubps %zmm17,%zmm3,%zmm3
    163f:	vsubps %zmm7,%zmm11,%zmm7
    1645:	vaddps %zmm0,%zmm5,%zmm5
    164b:	vaddps %zmm2,%zmm3,%zmm3
    1651:	vmovups %zmm7,(%rcx,%rax,4)
    1658:	vaddps %zmm11,%zmm14,%zmm7
    165e:	mov    -0x78(%rsp),%rcx
    1663:	vsubps %zmm14,%zmm11,%zmm11
    1669:	vmovups %zmm7,(%rcx,%rax,4)
    1670:	vaddps %zmm4,%zmm13,%zmm7
    1676:	vmovq  %xmm23,%rcx
    167c:	vsubps %zmm13,%zmm4,%zmm4
    1682:	vmovups %zmm11,(%rcx,%rax,4)
    1689:	vmovq  %xmm22,%rcx
    168f:	vsubps %zmm14,%zmm7,%zmm7
    1695:	vmovups %zmm7,(%rcx,%rax,4)
    169c:	vsubps %zmm1,%zmm10,%zmm7
    16a2:	vsubps %zmm10,%zmm1,%zmm1
    16a8:	vmovq  %xmm24,%rcx
    16ae:	vmovups %zmm5,(%rcx,%rax,4)
    16b5:	vmovq  %xmm21,%rcx
    16bb:	vaddps %zmm0,%zmm1,%zmm1
    16c1:	vaddps %zmm7,%zmm0,%zmm0
    16c7:	vaddps %zmm7,%zmm4,%zmm4
    16cd:	vmovups %zmm1,(%rcx,%rax,4)
    16d4:	vmovq  %xmm20,%rcx
    16da:	vmovups %zmm0,(%rcx,%rax,4)
    16e1:	vsubps %zmm6,%zmm10,%zmm0
    16e7:	vsubps %zmm10,%zmm6,%zmm6
    16ed:	vmovq  %xmm19,%rcx
    16f3:	vmovups %zmm4,(%rcx,%rax,4)
    16fa:	vmovups %zmm3,(%r14,%rax,4)
    1701:	vaddps %zmm2,%zmm6,%zmm6
    1707:	vaddps %zmm0,%zmm9,%zmm9
    170d:	vaddps %zmm0,%zmm2,%zmm2
    1713:	vmovups %zmm6,0x0(%r13,%rax,4)
    171b:	vmovups %zmm2,(%rbx,%rax,4)
    1722:	vmovups %zmm9,(%r11,%rax,4)
    1729:	add    $0x10,%rax
    172d:	cmp    %eax,-0x6c(%rsp)
    1731:	jg     1510 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x2e0>
    1737:	vzeroupper
    173a:	add    $0x50,%rsp
    173e:	pop    %rbx
    173f:	pop    %r12
    1741:	pop    %r13
    1743:	pop    %r14
    1745:	pop    %r15
    1747:	pop    %rbp
    1748:	ret
    1749:	mov    %r8,(%rax)
    174c:	test   %r13d,%r13d
    174f:	je     17e2 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x5b2>
    1755:	mov    %r8,0x8(%rax)
    1759:	cmp    $0xffffffff,%r13d
    175d:	je     17de <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x5ae>
    175f:	mov    %r8,0x10(%rax)
    1763:	test   %r9d,%r9d
    1766:	jns    1783 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x553>
    1768:	mov    %r8,%rbx
    176b:	jmp    1388 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x158>
    1770:	mov    %r8,(%rax)
    1773:	mov    %r8,0x8(%rax)
    1777:	mov    %r15d,%ebx
    177a:	cmp    %ebx,%r11d
    177d:	jg     17d0 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x5a0>
    177f:	mov    %r8,0x10(%rax)
    1783:	test   %esi,%esi
    1785:	js     1768 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x538>
    1787:	cmp    %r9d,%r11d
    178a:	jle    1768 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x538>
    178c:	cmp    %esi,-0x40(%rsp)
    1790:	jle    1768 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x538>
    1792:	jmp    1367 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x137>
    1797:	mov    %r8,(%rax)
    179a:	cmp    %r13d,%r11d
    179d:	jle    17a5 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x575>
    179f:	mov    %r8,0x8(%rax)
    17a3:	jmp    177f <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x54f>
    17a5:	mov    %r8,0x8(%rax)
    17a9:	mov    %r15d,%ebx
    17ac:	cmp    %r15d,%r11d
    17af:	jle    177f <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x54f>
    17b1:	jmp    1327 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xf7>
    17b6:	mov    %r8,(%rax)
    17b9:	mov    %r8,0x8(%rax)
    17bd:	cmp    %r13d,%r11d
    17c0:	jle    17ca <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x59a>
    17c2:	mov    %r15d,%ebx
    17c5:	cmp    %ebx,%r11d
    17c8:	jle    177f <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x54f>
    17ca:	mov    %r8,0x10(%rax)
    17ce:	jmp    1768 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x538>
    17d0:	test   %esi,%esi
    17d2:	jns    1327 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xf7>
    17d8:	mov    %r8,0x10(%rax)
    17dc:	jmp    1768 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x538>
    17de:	xor    %ebx,%ebx
    17e0:	jmp    177a <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x54a>
    17e2:	test   %r11d,%r11d
    17e5:	jle    1773 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x543>
    17e7:	test   %esi,%esi
    17e9:	js     181d <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x5ed>
    17eb:	cmp    %esi,-0x40(%rsp)
    17ef:	jle    179f <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x56f>
    17f1:	vmovq  %xmm0,%rcx
    17f6:	movslq %edi,%rbx
    17f9:	add    %rcx,%rbx
    17fc:	vmovq  %xmm1,%rcx
    1801:	lea    (%rcx,%rbx,4),%rbx
    1805:	mov    %rbx,0x8(%rax)
    1809:	mov    $0x1,%ebx
    180e:	cmp    $0x1,%r11d
    1812:	jne    1331 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x101>
    1818:	jmp    177f <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x54f>
    181d:	mov    %r8,0x8(%rax)
    1821:	mov    $0x1,%ebx
    1826:	jmp    17c5 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x595>
    1828:	nopl   0x0(%rax,%rax,1)

0000000000001830 <void boardai::network::(anonymous namespace)::finish_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)>:
    1830:	push   %rbp
    1831:	vmovq  %rdx,%xmm5
    1836:	mov    %rsp,%rbp
    1839:	push   %r15
    183b:	push   %r14
    183d:	push   %r13
    183f:	push   %r12
    1841:	push   %rbx
    1842:	movslq 0x30(%rdi),%r8
    1846:	movslq 0x3c(%rdi),%r9
    184a:	movslq 0x34(%rdi),%rax
    184e:	mov    %r8,%rbx
    1851:	imul   (%rsi),%r8
    1855:	mov    %r9d,-0x4(%rsp)
    185a:	imul   %rax,%r8
    185e:	test   %r9d,%r9d
    1861:	jle    1ba0 <void boardai::network::(anonymous namespace)::finish_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x370>
    1867:	imul   %r9,%rcx
    186b:	vxorps %xmm2,%xmm2,%xmm2
    186f:	lea    0x0(,%rcx,4),%rax
    1877:	add    %rax,%rdx
    187a:	vmovq  %rdx,%xmm14
    187f:	vmovq  %xmm5,%rdx
    1884:	lea    (%rdx,%rcx,8),%rcx
    1888:	vmovq  %rcx,%xmm13
    188d:	add    %rax,%rcx
    1890:	vmovq  %rcx,%xmm12
    1895:	add    %rax,%rcx
    1898:	vmovq  %rcx,%xmm11
    189d:	add    %rax,%rcx
    18a0:	lea    (%rcx,%rax,1),%r13
    18a4:	vmovq  %rcx,%xmm10
    18a9:	lea    0x0(%r13,%rax,1),%rcx
    18ae:	vmovq  %rcx,%xmm8
    18b3:	add    %rax,%rcx
    18b6:	lea    (%rcx,%rax,1),%r10
    18ba:	vmovq  %rcx,%xmm7
    18bf:	lea    (%r10,%rax,1),%rcx
    18c3:	vmovq  %rcx,%xmm6
    18c8:	add    %rax,%rcx
    18cb:	vmovq  %rcx,%xmm4
    18d0:	add    %rax,%rcx
    18d3:	vmovq  %xmm6,%r11
    18d8:	lea    (%rcx,%rax,1),%r15
    18dc:	vmovq  %rcx,%xmm3
    18e1:	mov    %r10,%rcx
    18e4:	lea    (%r15,%rax,1),%r14
    18e8:	add    %r14,%rax
    18eb:	mov    %rax,-0x10(%rsp)
    18f0:	xor    %eax,%eax
    18f2:	jmp    18fb <void boardai::network::(anonymous namespace)::finish_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0xcb>
    18f4:	nopl   0x0(%rax)
    18f8:	mov    0x30(%rdi),%ebx
    18fb:	mov    0x10(%rdi),%rdx
    18ff:	vmovq  %xmm13,%r10
    1904:	mov    0x8(%rsi),%r12d
    1908:	vmovups (%rdx,%rax,4),%zmm15
    190f:	vmovq  %xmm14,%rdx
    1914:	vmovups (%rdx,%rax,4),%zmm6
    191b:	vmovq  %xmm12,%rdx
    1920:	vsubps (%r10,%rax,4),%zmm6,%zmm18
    1927:	vaddps (%rdx,%rax,4),%zmm18,%zmm18
    192e:	vmovq  %xmm10,%rdx
    1933:	vmovups (%rdx,%rax,4),%zmm6
    193a:	vmovq  %xmm11,%rdx
    193f:	vaddps 0x0(%r13,%rax,4),%zmm6,%zmm20
    1947:	vaddps (%rdx,%rax,4),%zmm20,%zmm20
    194e:	vmovq  %xmm8,%rdx
    1953:	vsubps 0x0(%r13,%rax,4),%zmm6,%zmm1
    195b:	vaddps (%rdx,%rax,4),%zmm1,%zmm1
    1962:	vmovq  %xmm7,%rdx
    1967:	vmovups (%rcx,%rax,4),%zmm6
    196e:	vaddps (%r11,%rax,4),%zmm6,%zmm21
    1975:	vaddps (%rdx,%rax,4),%zmm21,%zmm21
    197c:	vmovq  %xmm4,%rdx
    1981:	vsubps (%r11,%rax,4),%zmm6,%zmm17
    1988:	vaddps (%rdx,%rax,4),%zmm17,%zmm17
    198f:	mov    -0x10(%rsp),%rdx
    1994:	vmovups (%r15,%rax,4),%zmm6
    199b:	vsubps (%r14,%rax,4),%zmm6,%zmm16
    19a2:	vaddps %zmm21,%zmm20,%zmm19
    19a8:	vaddps (%rdx,%rax,4),%zmm16,%zmm16
    19af:	vmovq  %xmm14,%rdx
    19b4:	vsubps %zmm21,%zmm20,%zmm20
    19ba:	vmovups (%rdx,%rax,4),%zmm6
    19c1:	vmovq  %xmm5,%rdx
    19c6:	vaddps (%r10,%rax,4),%zmm6,%zmm0
    19cd:	vaddps (%rdx,%rax,4),%zmm0,%zmm0
    19d4:	vmovq  %xmm3,%rdx
    19d9:	vmovups (%r15,%rax,4),%zmm6
    19e0:	vaddps %zmm19,%zmm0,%zmm19
    19e6:	vaddps (%r14,%rax,4),%zmm6,%zmm0
    19ed:	vaddps (%rdx,%rax,4),%zmm0,%zmm0
    19f4:	vaddps %zmm20,%zmm0,%zmm0
    19fa:	cmp    %r12d,%ebx
    19fd:	jle    1b8f <void boardai::network::(anonymous namespace)::finish_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x35f>
    1a03:	mov    0xc(%rsi),%r10d
    1a07:	mov    0x34(%rdi),%edx
    1a0a:	cmp    %edx,%r10d
    1a0d:	jge    1abb <void boardai::network::(anonymous namespace)::finish_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x28b>
    1a13:	imul   %r12d,%edx
    1a17:	mov    0x18(%rdi),%rbx
    1a1b:	vaddps %zmm19,%zmm15,%zmm19
    1a21:	add    %r10d,%edx
    1a24:	movslq %edx,%rdx
    1a27:	add    %r8,%rdx
    1a2a:	imul   %r9,%rdx
    1a2e:	add    %rax,%rdx
    1a31:	test   %rbx,%rbx
    1a34:	je     1a3d <void boardai::network::(anonymous namespace)::finish_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x20d>
    1a36:	vaddps (%rbx,%rdx,4),%zmm19,%zmm19
    1a3d:	cmpb   $0x0,0x44(%rdi)
    1a41:	je     1a50 <void boardai::network::(anonymous namespace)::finish_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x220>
    1a43:	vcmpnltps %zmm2,%zmm19,%k1
    1a4a:	vmovaps %zmm19,%zmm19{%k1}{z}
    1a50:	mov    0x20(%rdi),%rbx
    1a54:	vmovups %zmm19,(%rbx,%rdx,4)
    1a5b:	mov    0xc(%rsi),%r10d
    1a5f:	mov    0x34(%rdi),%edx
    1a62:	lea    0x1(%r10),%ebx
    1a66:	cmp    %edx,%ebx
    1a68:	jge    1ab4 <void boardai::network::(anonymous namespace)::finish_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x284>
    1a6a:	imul   %r12d,%edx
    1a6e:	mov    0x18(%rdi),%rbx
    1a72:	vaddps %zmm0,%zmm15,%zmm0
    1a78:	lea    0x1(%r10,%rdx,1),%edx
    1a7d:	movslq %edx,%rdx
    1a80:	add    %r8,%rdx
    1a83:	imul   %r9,%rdx
    1a87:	add    %rax,%rdx
    1a8a:	test   %rbx,%rbx
    1a8d:	je     1a96 <void boardai::network::(anonymous namespace)::finish_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x266>
    1a8f:	vaddps (%rbx,%rdx,4),%zmm0,%zmm0
    1a96:	cmpb   $0x0,0x44(%rdi)
    1a9a:	je     1aa9 <void boardai::network::(anonymous namespace)::finish_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x279>
    1a9c:	vcmpnltps %zmm2,%zmm0,%k1
    1aa3:	vmovaps %zmm0,%zmm0{%k1}{z}
    1aa9:	mov    0x20(%rdi),%rbx
    1aad:	vmovups %zmm0,(%rbx,%rdx,4)
    1ab4:	mov    0x8(%rsi),%r12d
    1ab8:	mov    0x30(%rdi),%ebx
    1abb:	vaddps %zmm17,%zmm1,%zmm0
    1ac1:	vsubps %zmm17,%zmm1,%zmm1
    1ac7:	add    $0x1,%r12d
    1acb:	vaddps %zmm18,%zmm0,%zmm0
    1ad1:	vaddps %zmm16,%zmm1,%zmm1
    1ad7:	cmp    %r12d,%ebx
    1ada:	jle    1b8f <void boardai::network::(anonymous namespace)::finish_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x35f>
    1ae0:	mov    0xc(%rsi),%edx
    1ae3:	mov    0x34(%rdi),%ebx
    1ae6:	cmp    %ebx,%edx
    1ae8:	jge    1b8f <void boardai::network::(anonymous namespace)::finish_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x35f>
    1aee:	imul   %r12d,%ebx
    1af2:	mov    0x18(%rdi),%r10
    1af6:	vaddps %zmm0,%zmm15,%zmm0
    1afc:	add    %edx,%ebx
    1afe:	movslq %ebx,%rbx
    1b01:	add    %r8,%rbx
    1b04:	imul   %r9,%rbx
    1b08:	lea    (%rbx,%rax,1),%rdx
    1b0c:	test   %r10,%r10
    1b0f:	je     1b18 <void boardai::network::(anonymous namespace)::finish_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x2e8>
    1b11:	vaddps (%r10,%rdx,4),%zmm0,%zmm0
    1b18:	cmpb   $0x0,0x44(%rdi)
    1b1c:	je     1b2b <void boardai::network::(anonymous namespace)::finish_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x2fb>
    1b1e:	vcmpnltps %zmm2,%zmm0,%k1
    1b25:	vmovaps %zmm0,%zmm0{%k1}{z}
    1b2b:	mov    0x20(%rdi),%rbx
    1b2f:	vmovups %zmm0,(%rbx,%rdx,4)
    1b36:	mov    0xc(%rsi),%r10d
    1b3a:	mov    0x34(%rdi),%edx
    1b3d:	lea    0x1(%r10),%ebx
    1b41:	cmp    %edx,%ebx
    1b43:	jge    1b8f <void boardai::network::(anonymous namespace)::finish_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x35f>
    1b45:	imul   %r12d,%edx
    1b49:	mov    0x18(%rdi),%rbx
    1b4d:	vaddps %zmm1,%zmm15,%zmm0
    1b53:	lea    0x1(%r10,%rdx,1),%edx
    1b58:	movslq %edx,%rdx
    1b5b:	add    %r8,%rdx
    1b5e:	imul   %r9,%rdx
    1b62:	add    %rax,%rdx
    1b65:	test   %rbx,%rbx
    1b68:	je     1b71 <void boardai::network::(anonymous namespace)::finish_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x341>
    1b6a:	vaddps (%rbx,%rdx,4),%zmm0,%zmm0
    1b71:	cmpb   $0x0,0x44(%rdi)
    1b75:	je     1b84 <void boardai::network::(anonymous namespace)::finish_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x354>
    1b77:	vcmpnltps %zmm2,%zmm0,%k1
    1b7e:	vmovaps %zmm0,%zmm0{%k1}{z}
    1b84:	mov    0x20(%rdi),%rbx
    1b88:	vmovups %zmm0,(%rbx,%rdx,4)
    1b8f:	add    $0x10,%rax
    1b93:	cmp    %eax,-0x4(%rsp)
    1b97:	jg     18f8 <void boardai::network::(anonymous namespace)::finish_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0xc8>
    1b9d:	vzeroupper
    1ba0:	pop    %rbx
    1ba1:	pop    %r12
    1ba3:	pop    %r13
    1ba5:	pop    %r14
    1ba7:	pop    %r15
    1ba9:	pop    %rbp
    1baa:	ret
    1bab:	nopl   0x0(%rax,%rax,1)

0000000000001bb0 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)>:
    1bb0:	push   %rbp
    1bb1:	vmovq  %rcx,%xmm1
    1bb6:	vmovq  %rdx,%xmm5
    1bbb:	mov    %rsp,%rbp
    1bbe:	push   %r15
    1bc0:	push   %r14
    1bc2:	push   %r13
    1bc4:	push   %r12
    1bc6:	push   %rbx
    1bc7:	and    $0xffffffffffffffc0,%rsp
    1bcb:	sub    $0x388,%rsp
    1bd2:	lea    0x380(%rsp),%r14
    1bda:	mov    %r14,0x248(%rsp)
    1be2:	mov    0x30(%rdi),%r9d
    1be6:	movslq 0x38(%rdi),%rax
    1bea:	mov    0x34(%rdi),%r12d
    1bee:	vmovq  (%rdi),%xmm4
    1bf2:	movslq %r9d,%rdi
    1bf5:	imul   (%rsi),%rdi
    1bf9:	mov    0x8(%rsi),%ebx
    1bfc:	mov    %rax,%rcx
    1bff:	vmovq  %rax,%xmm2
    1c04:	movslq %r12d,%rax
    1c07:	mov    0xc(%rsi),%esi
    1c0a:	mov    %ecx,%r10d
    1c0d:	lea    -0x1(%rbx),%r15d
    1c11:	lea    0x1(%rbx),%r13d
    1c15:	vmovdqa %xmm4,%xmm7
    1c19:	imul   %rdi,%rax
    1c1d:	mov    %ebx,%edi
    1c1f:	lea    0x2(%rbx),%r11d
    1c23:	sub    $0x1,%esi
    1c26:	imul   %r12d,%edi
    1c2a:	imul   %esi,%r10d
    1c2e:	imul   %rcx,%rax
    1c32:	add    %esi,%edi
    1c34:	imul   %ecx,%edi
    1c37:	vmovq  %rax,%xmm0
    1c3c:	lea    0x3(%rbx),%eax
    1c3f:	vmovd  %eax,%xmm3
    1c43:	lea    0x2b8(%rsp),%rax
    1c4b:	test   %r15d,%r15d
    1c4e:	js     1d39 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x189>
    1c54:	cmp    %r15d,%r9d
    1c57:	jle    2764 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbb4>
    1c5d:	test   %esi,%esi
    1c5f:	js     2780 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbd0>
    1c65:	cmp    %esi,%r12d
    1c68:	jle    27fd <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xc4d>
    1c6e:	mov    %r15d,%r14d
    1c71:	vmovq  %xmm0,%rdx
    1c76:	imul   %r12d,%r14d
    1c7a:	imul   %ecx,%r14d
    1c7e:	add    %r10d,%r14d
    1c81:	movslq %r14d,%r14
    1c84:	add    %rdx,%r14
    1c87:	vmovq  %xmm7,%rdx
    1c8c:	lea    (%rdx,%r14,4),%r14
    1c90:	mov    %r14,(%rax)
    1c93:	cmp    %ebx,%r9d
    1c96:	jle    2880 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xcd0>
    1c9c:	vmovq  %xmm0,%rdx
    1ca1:	movslq %edi,%r14
    1ca4:	add    %rdx,%r14
    1ca7:	vmovq  %xmm7,%rdx
    1cac:	lea    (%rdx,%r14,4),%r14
    1cb0:	mov    %r14,0x8(%rax)
    1cb4:	mov    %r13d,%r14d
    1cb7:	cmp    %r13d,%r9d
    1cba:	jle    2812 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xc62>
    1cc0:	cmp    %esi,%r12d
    1cc3:	jle    278c <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbdc>
    1cc9:	imul   %r12d,%r14d
    1ccd:	vmovq  %xmm0,%rdx
    1cd2:	add    %esi,%r14d
    1cd5:	imul   %ecx,%r14d
    1cd9:	movslq %r14d,%r14
    1cdc:	add    %rdx,%r14
    1cdf:	vmovq  %xmm7,%rdx
    1ce4:	lea    (%rdx,%r14,4),%r14
    1ce8:	mov    %r14,0x10(%rax)
    1cec:	cmp    $0xfffffffe,%ebx
    1cef:	jl     1d5e <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1ae>
    1cf1:	mov    %r11d,%r14d
    1cf4:	cmp    %r14d,%r9d
    1cf7:	jg     27c0 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xc10>
    1cfd:	mov    %r8,0x18(%rax)
    1d01:	test   %esi,%esi
    1d03:	js     1d6c <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1bc>
    1d05:	vmovd  %xmm3,%edx
    1d09:	cmp    %edx,%r9d
    1d0c:	jle    1d6c <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1bc>
    1d0e:	cmp    %esi,%r12d
    1d11:	jle    1d6c <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1bc>
    1d13:	vmovd  %xmm3,%r14d
    1d18:	vmovq  %xmm0,%rdx
    1d1d:	imul   %r12d,%r14d
    1d21:	add    %esi,%r14d
    1d24:	imul   %ecx,%r14d
    1d28:	movslq %r14d,%r14
    1d2b:	add    %rdx,%r14
    1d2e:	vmovq  %xmm7,%rdx
    1d33:	lea    (%rdx,%r14,4),%r14
    1d37:	jmp    1d6f <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1bf>
    1d39:	mov    %r8,(%rax)
    1d3c:	test   %ebx,%ebx
    1d3e:	je     2824 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xc74>
    1d44:	mov    %r8,0x8(%rax)
    1d48:	cmp    $0xffffffff,%ebx
    1d4b:	je     2853 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xca3>
    1d51:	mov    %r8,0x10(%rax)
    1d55:	test   %r11d,%r11d
    1d58:	jns    27ab <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbfb>
    1d5e:	vmovd  %xmm3,%r14d
    1d63:	mov    %r8,0x18(%rax)
    1d67:	test   %r14d,%r14d
    1d6a:	jns    1d01 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x151>
    1d6c:	mov    %r8,%r14
    1d6f:	mov    %r14,0x20(%rax)
    1d73:	add    $0x1,%esi
    1d76:	add    $0x28,%rax
    1d7a:	add    %ecx,%r10d
    1d7d:	add    %ecx,%edi
    1d7f:	cmp    %rax,0x248(%rsp)
    1d87:	jne    1c4b <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x9b>
    1d8d:	vmovq  %xmm5,%rdx
    1d92:	test   %ecx,%ecx
    1d94:	jle    2755 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xba5>
    1d9a:	mov    0x2b8(%rsp),%rax
    1da2:	mov    0x2c0(%rsp),%r15
    1daa:	mov    0x2c8(%rsp),%r14
    1db2:	mov    0x2d0(%rsp),%r13
    1dba:	mov    %rax,0x288(%rsp)
    1dc2:	mov    0x2e0(%rsp),%rax
    1dca:	mov    0x2d8(%rsp),%r12
    1dd2:	mov    0x300(%rsp),%rbx
    1dda:	mov    %rax,0xb0(%rsp)
    1de2:	mov    0x2e8(%rsp),%rax
    1dea:	mov    0x328(%rsp),%r11
    1df2:	mov    0x338(%rsp),%r10
    1dfa:	mov    %rax,0xa8(%rsp)
    1e02:	mov    0x2f0(%rsp),%rax
    1e0a:	mov    0x340(%rsp),%r9
    1e12:	mov    0x348(%rsp),%r8
    1e1a:	mov    %rax,0xa0(%rsp)
    1e22:	mov    0x2f8(%rsp),%rax
    1e2a:	vmovq  0x350(%rsp),%xmm7
    1e33:	mov    %rax,0x98(%rsp)
    1e3b:	mov    0x308(%rsp),%rax
    1e43:	mov    %rax,0x70(%rsp)
    1e48:	mov    0x310(%rsp),%rax
    1e50:	mov    %rax,0x68(%rsp)
    1e55:	mov    0x318(%rsp),%rax
    1e5d:	mov    %rax,0x60(%rsp)
    1e62:	mov    0x320(%rsp),%rax
    1e6a:	mov    %rax,0x58(%rsp)
    1e6f:	mov    0x330(%rsp),%rax
    1e77:	mov    %rax,0x38(%rsp)
    1e7c:	mov    0x358(%rsp),%rax
    1e84:	mov    %rax,0x18(%rsp)
    1e89:	mov    0x360(%rsp),%rax
    1e91:	mov    0x370(%rsp),%rsi
    1e99:	mov    0x378(%rsp),%rdi
    1ea1:	mov    %rax,0x8(%rsp)
    1ea6:	mov    0x368(%rsp),%rax
    1eae:	mov    %rsi,0x188(%rsp)
    1eb6:	vmovq  %xmm2,%rsi
    1ebb:	mov    %rax,0x1c8(%rsp)
    1ec3:	vmovq  %xmm1,%rax
    1ec8:	imul   %rax,%rsi
    1ecc:	mov    %rdi,0x148(%rsp)
    1ed4:	lea    0x0(,%rsi,4),%rax
    1edc:	mov    %rax,0x248(%rsp)
    1ee4:	add    %rsi,%rax
    1ee7:	lea    0x0(,%rax,4),%rdi
    1eef:	mov    %rdi,0x108(%rsp)
    1ef7:	add    %rdx,%rdi
    1efa:	mov    %rdi,0x2a0(%rsp)
    1f02:	lea    (%rdx,%rax,8),%rdi
    1f06:	mov    %rdi,-0x20(%rsp)
    1f0b:	mov    %rsi,%rdi
    1f0e:	shl    $0x4,%rdi
    1f12:	mov    %rdi,0x208(%rsp)
    1f1a:	sub    %rsi,%rdi
    1f1d:	lea    (%rdx,%rdi,4),%rdi
    1f21:	mov    %rdi,-0x18(%rsp)
    1f26:	mov    %rax,%rdi
    1f29:	lea    (%rsi,%rax,2),%rax
    1f2d:	vmovq  %rax,%xmm0
    1f32:	lea    (%rdx,%rax,4),%rax
    1f36:	shl    $0x4,%rdi
    1f3a:	mov    %rax,0x10(%rsp)
    1f3f:	mov    %rsi,%rax
    1f42:	add    %rdx,%rdi
    1f45:	shl    $0x6,%rax
    1f49:	mov    %rdi,-0x10(%rsp)
    1f4e:	mov    0x248(%rsp),%rdi
    1f56:	add    %rdx,%rax
    1f59:	mov    %rax,0x20(%rsp)
    1f5e:	mov    0x108(%rsp),%rax
    1f66:	add    %rdx,%rdi
    1f69:	mov    %rdi,-0x8(%rsp)
    1f6e:	lea    (%rsi,%rsi,2),%rdi
    1f72:	add    %rsi,%rax
    1f75:	mov    %rdi,0x248(%rsp)
    1f7d:	lea    (%rdx,%rdi,8),%rdi
    1f81:	lea    (%rdx,%rax,4),%rax
    1f85:	mov    %rdi,(%rsp)
    1f89:	mov    %rax,0x28(%rsp)
    1f8e:	lea    0x0(,%rsi,8),%rax
    1f96:	lea    (%rdx,%rax,1),%rdi
    1f9a:	mov    %rax,0x108(%rsp)
    1fa2:	sub    %rsi,%rax
    1fa5:	mov    %rdi,0x30(%rsp)
    1faa:	mov    0x248(%rsp),%rdi
    1fb2:	mov    %rax,0xc8(%rsp)
    1fba:	lea    (%rdx,%rax,4),%rax
    1fbe:	mov    %rax,0x40(%rsp)
    1fc3:	mov    %rdi,%rax
    1fc6:	shl    $0x4,%rax
    1fca:	add    %rdx,%rax
    1fcd:	mov    %rax,0x48(%rsp)
    1fd2:	mov    0x208(%rsp),%rax
    1fda:	add    %rsi,%rax
    1fdd:	lea    (%rdx,%rax,4),%rax
    1fe1:	mov    %rax,0x50(%rsp)
    1fe6:	vmovq  %xmm0,%rax
    1feb:	lea    (%rdx,%rax,8),%rax
    1fef:	mov    %rax,0x78(%rsp)
    1ff4:	lea    0x0(,%rdi,4),%rax
    1ffc:	lea    (%rdx,%rax,1),%rdi
    2000:	add    %rsi,%rax
    2003:	lea    (%rdx,%rax,4),%rax
    2007:	mov    %rdi,0x80(%rsp)
    200f:	mov    %rsi,%rdi
    2012:	vbroadcastss 0x0(%rip),%zmm30        # 201c <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x46c>
    201c:	mov    %rax,0x90(%rsp)
    2024:	mov    0x108(%rsp),%rax
    202c:	shl    $0x5,%rdi
    2030:	add    %rdx,%rdi
    2033:	mov    %ecx,-0x24(%rsp)
    2037:	vbroadcastss 0x0(%rip),%zmm29        # 2041 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x491>
    2041:	mov    %r15,%rcx
    2044:	add    %rsi,%rax
    2047:	mov    %r9,-0x38(%rsp)
    204c:	mov    %r10,%r15
    204f:	vbroadcastss 0x0(%rip),%zmm28        # 2059 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x4a9>
    2059:	mov    %rdi,0x88(%rsp)
    2061:	lea    (%rdx,%rax,8),%rdi
    2065:	mov    0x188(%rsp),%r10
    206d:	mov    %rdi,0xb8(%rsp)
    2075:	imul   $0x5c,%rsi,%rdi
    2079:	mov    0x1c8(%rsp),%r9
    2081:	vmovq  %xmm5,-0x40(%rsp)
    2087:	add    %rdx,%rdi
    208a:	mov    %rdi,0x298(%rsp)
    2092:	mov    0x208(%rsp),%rdi
    209a:	add    %rdx,%rdi
    209d:	mov    %rdi,0x290(%rsp)
    20a5:	lea    (%rdx,%rax,4),%rdi
    20a9:	lea    (%rsi,%rax,2),%rax
    20ad:	mov    %rdi,0x2b0(%rsp)
    20b5:	mov    0xc8(%rsp),%rdi
    20bd:	lea    (%rdx,%rax,4),%rsi
    20c1:	mov    %rsi,-0x30(%rsp)
    20c6:	mov    %r14,%rsi
    20c9:	mov    %r11,%r14
    20cc:	mov    0x148(%rsp),%r11
    20d4:	lea    (%rdx,%rdi,8),%rdi
    20d8:	mov    %rdi,0x2a8(%rsp)
    20e0:	mov    0x248(%rsp),%rdi
    20e8:	shl    $0x5,%rdi
    20ec:	mov    %rdi,%rax
    20ef:	mov    %r13,%rdi
    20f2:	mov    %rbx,%r13
    20f5:	mov    %r12,%rbx
    20f8:	add    %rdx,%rax
    20fb:	mov    %r8,%r12
    20fe:	vmovq  %xmm7,%r8
    2103:	mov    %rax,0xc0(%rsp)
    210b:	xor    %eax,%eax
    210d:	nopl   (%rax)
    2110:	vmovups (%rsi,%rax,4),%zmm2
    2117:	mov    0x288(%rsp),%rdx
    211f:	vmovups (%rcx,%rax,4),%zmm0
    2126:	vmovups (%rdi,%rax,4),%zmm1
    212d:	vmulps %zmm30,%zmm2,%zmm3
    2133:	vmovups (%rbx,%rax,4),%zmm6
    213a:	vmovups (%r14,%rax,4),%zmm4
    2141:	vfmadd231ps (%rdx,%rax,4),%zmm29,%zmm3
    2148:	vsubps %zmm0,%zmm1,%zmm24
    214e:	mov    0xa8(%rsp),%rdx
    2156:	vmovups (%r15,%rax,4),%zmm14
    215d:	vmovaps %zmm14,%zmm8
    2163:	vaddps %zmm24,%zmm3,%zmm15
    2169:	vmovaps %zmm0,%zmm3
    216f:	vfmadd132ps %zmm30,%zmm1,%zmm3
    2175:	vsubps %zmm2,%zmm3,%zmm7
    217b:	vmovaps %zmm0,%zmm3
    2181:	vfnmadd132ps %zmm30,%zmm1,%zmm3
    2187:	vmulps %zmm30,%zmm1,%zmm1
    218d:	vmovaps %zmm7,0x108(%rsp)
    2198:	vfmadd231ps %zmm28,%zmm2,%zmm3
    219e:	vfnmadd132ps %zmm30,%zmm1,%zmm0
    21a4:	vsubps %zmm2,%zmm6,%zmm1
    21aa:	vmovups 0x0(%r13,%rax,4),%zmm2
    21b2:	vmovaps %zmm3,0x248(%rsp)
    21bd:	vmovups (%rdx,%rax,4),%zmm3
    21c4:	mov    0xa0(%rsp),%rdx
    21cc:	vaddps %zmm0,%zmm1,%zmm7
    21d2:	vmovups (%rdx,%rax,4),%zmm5
    21d9:	mov    0x98(%rsp),%rdx
    21e1:	vmovaps %zmm3,%zmm0
    21e7:	vmovaps %zmm3,%zmm26
    21ed:	vmovups (%rdx,%rax,4),%zmm12
    21f4:	mov    0xb0(%rsp),%rdx
    21fc:	vmulps %zmm30,%zmm5,%zmm6
    2202:	vsubps %zmm5,%zmm2,%zmm1
    2208:	vmovaps %zmm7,0x208(%rsp)
    2213:	vfnmadd132ps %zmm30,%zmm12,%zmm0
    2219:	vfmadd231ps (%rdx,%rax,4),%zmm29,%zmm6
    2220:	mov    0x68(%rsp),%rdx
    2225:	vsubps %zmm3,%zmm12,%zmm22
    222b:	vfmadd132ps %zmm30,%zmm12,%zmm26
    2231:	vmovups (%rdx,%rax,4),%zmm11
    2238:	mov    0x60(%rsp),%rdx
    223d:	vmovaps %zmm11,%zmm2
    2243:	vmovaps %zmm11,%zmm18
    2249:	vfmadd231ps %zmm28,%zmm5,%zmm0
    224f:	vaddps %zmm22,%zmm6,%zmm6
    2255:	vsubps %zmm5,%zmm26,%zmm20
    225b:	vsubps %zmm26,%zmm5,%zmm5
    2261:	vmovaps %zmm0,%zmm27
    2267:	vmulps %zmm30,%zmm12,%zmm0
    226d:	vfnmadd231ps %zmm30,%zmm3,%zmm0
    2273:	vsubps %zmm12,%zmm3,%zmm3
    2279:	vaddps %zmm0,%zmm1,%zmm19
    227f:	vmovups (%rdx,%rax,4),%zmm1
    2286:	mov    0x58(%rsp),%rdx
    228b:	vmovups (%rdx,%rax,4),%zmm0
    2292:	vsubps %zmm1,%zmm4,%zmm4
    2298:	mov    0x70(%rsp),%rdx
    229d:	vmulps %zmm30,%zmm1,%zmm9
    22a3:	vfnmadd132ps %zmm30,%zmm0,%zmm2
    22a9:	vfmadd231ps (%rdx,%rax,4),%zmm29,%zmm9
    22b0:	mov    -0x38(%rsp),%rdx
    22b5:	vsubps %zmm11,%zmm0,%zmm23
    22bb:	vfmadd132ps %zmm30,%zmm0,%zmm18
    22c1:	vmovups (%rdx,%rax,4),%zmm13
    22c8:	mov    0x38(%rsp),%rdx
    22cd:	vmulps %zmm30,%zmm13,%zmm7
    22d3:	vfmadd231ps %zmm28,%zmm1,%zmm2
    22d9:	vaddps %zmm23,%zmm9,%zmm9
    22df:	vsubps %zmm1,%zmm18,%zmm31
    22e5:	vsubps %zmm18,%zmm1,%zmm1
    22eb:	vmovaps %zmm2,%zmm25
    22f1:	vmulps %zmm30,%zmm0,%zmm2
    22f7:	vsubps %zmm0,%zmm11,%zmm0
    22fd:	vfnmadd231ps %zmm30,%zmm11,%zmm2
    2303:	vaddps %zmm2,%zmm4,%zmm17
    2309:	vmovups (%r12,%rax,4),%zmm2
    2310:	vmovaps %zmm14,%zmm4
    2316:	vfmadd231ps (%rdx,%rax,4),%zmm29,%zmm7
    231d:	mov    0x8(%rsp),%rdx
    2322:	vsubps %zmm14,%zmm2,%zmm10
    2328:	vfmadd132ps %zmm30,%zmm2,%zmm4
    232e:	vfnmadd132ps %zmm30,%zmm2,%zmm8
    2334:	vmovups (%rdx,%rax,4),%zmm16
    233b:	mov    0x18(%rsp),%rdx
    2340:	vmulps %zmm30,%zmm2,%zmm2
    2346:	vaddps %zmm10,%zmm3,%zmm3
    234c:	vaddps %zmm10,%zmm7,%zmm7
    2352:	vsubps %zmm13,%zmm4,%zmm4
    2358:	vfmadd231ps %zmm28,%zmm13,%zmm8
    235e:	vfnmadd231ps %zmm30,%zmm14,%zmm2
    2364:	vmovups (%r8,%rax,4),%zmm14
    236b:	vaddps %zmm4,%zmm5,%zmm5
    2371:	vsubps %zmm13,%zmm14,%zmm13
    2377:	vmovups (%r10,%rax,4),%zmm14
    237e:	vsubps %zmm16,%zmm14,%zmm21
    2384:	vaddps %zmm2,%zmm13,%zmm2
    238a:	vmulps (%r9,%rax,4),%zmm30,%zmm13
    2391:	vfmadd231ps (%rdx,%rax,4),%zmm29,%zmm13
    2398:	mov    -0x40(%rsp),%rdx
    239d:	vaddps %zmm21,%zmm13,%zmm13
    23a3:	vmovaps %zmm13,0x1c8(%rsp)
    23ae:	vmovaps %zmm16,%zmm13
    23b4:	vfmadd132ps %zmm30,%zmm14,%zmm13
    23ba:	vsubps (%r9,%rax,4),%zmm13,%zmm13
    23c1:	vmovaps %zmm13,0xc8(%rsp)
    23cc:	vmovaps %zmm16,%zmm13
    23d2:	vfnmadd132ps %zmm30,%zmm14,%zmm13
    23d8:	vfmadd231ps (%r9,%rax,4),%zmm28,%zmm13
    23df:	vmovaps %zmm13,0x188(%rsp)
    23ea:	vmulps %zmm30,%zmm14,%zmm13
    23f0:	vfnmadd231ps %zmm30,%zmm16,%zmm13
    23f6:	vmovups (%r11,%rax,4),%zmm16
    23fd:	vsubps (%r9,%rax,4),%zmm16,%zmm14
    2404:	vaddps %zmm13,%zmm14,%zmm16
    240a:	vmulps %zmm30,%zmm9,%zmm13
    2410:	vmovaps %zmm6,%zmm14
    2416:	vfnmadd132ps %zmm30,%zmm7,%zmm14
    241c:	vmovaps %zmm16,0x148(%rsp)
    2427:	vsubps %zmm6,%zmm7,%zmm16
    242d:	vfmadd231ps %zmm29,%zmm15,%zmm13
    2433:	vmovaps %zmm6,%zmm15
    2439:	vfmadd132ps %zmm30,%zmm7,%zmm15
    243f:	vfmadd231ps %zmm28,%zmm9,%zmm14
    2445:	vmulps %zmm30,%zmm7,%zmm7
    244b:	vaddps %zmm13,%zmm16,%zmm13
    2451:	vsubps %zmm9,%zmm15,%zmm15
    2457:	vfnmadd132ps %zmm30,%zmm7,%zmm6
    245d:	vmovups %zmm13,(%rdx,%rax,4)
    2464:	mov    0x2a0(%rsp),%rdx
    246c:	vmovups %zmm15,(%rdx,%rax,4)
    2473:	mov    -0x20(%rsp),%rdx
    2478:	vmovups %zmm14,(%rdx,%rax,4)
    247f:	mov    -0x18(%rsp),%rdx
    2484:	vmovaps 0x1c8(%rsp),%zmm14
    248f:	vsubps %zmm9,%zmm14,%zmm7
    2495:	vmovups %zmm16,(%rdx,%rax,4)
    249c:	mov    -0x10(%rsp),%rdx
    24a1:	vmovaps %zmm20,%zmm9
    24a7:	vfmadd132ps %zmm30,%zmm4,%zmm9
    24ad:	vaddps %zmm6,%zmm7,%zmm7
    24b3:	vmulps %zmm30,%zmm31,%zmm6
    24b9:	vfmadd231ps 0x108(%rsp),%zmm29,%zmm6
    24c4:	vmovups %zmm7,(%rdx,%rax,4)
    24cb:	vmovaps %zmm20,%zmm7
    24d1:	mov    -0x8(%rsp),%rdx
    24d6:	vaddps %zmm9,%zmm1,%zmm9
    24dc:	vfnmadd132ps %zmm30,%zmm4,%zmm7
    24e2:	vmulps %zmm30,%zmm4,%zmm4
    24e8:	vaddps %zmm6,%zmm5,%zmm6
    24ee:	vfmadd231ps %zmm28,%zmm31,%zmm7
    24f4:	vmovups %zmm6,(%rdx,%rax,4)
    24fb:	mov    (%rsp),%rdx
    24ff:	vsubps %zmm27,%zmm8,%zmm6
    2505:	vfnmadd231ps %zmm30,%zmm20,%zmm4
    250b:	vmovups %zmm9,(%rdx,%rax,4)
    2512:	mov    0x10(%rsp),%rdx
    2517:	vaddps 0xc8(%rsp),%zmm1,%zmm1
    2522:	vmovaps 0x188(%rsp),%zmm13
    252d:	vmovups %zmm7,(%rdx,%rax,4)
    2534:	mov    0x20(%rsp),%rdx
    2539:	vaddps %zmm4,%zmm1,%zmm1
    253f:	vmovaps %zmm27,%zmm4
    2545:	vmovups %zmm5,(%rdx,%rax,4)
    254c:	mov    0x28(%rsp),%rdx
    2551:	vmovaps %zmm27,%zmm5
    2557:	vfnmadd132ps %zmm30,%zmm8,%zmm4
    255d:	vfmadd132ps %zmm30,%zmm8,%zmm5
    2563:	vmovups %zmm1,(%rdx,%rax,4)
    256a:	vmulps %zmm30,%zmm25,%zmm1
    2570:	mov    0x30(%rsp),%rdx
    2575:	vfmadd231ps 0x248(%rsp),%zmm29,%zmm1
    2580:	vmulps %zmm30,%zmm8,%zmm8
    2586:	vfmadd231ps %zmm28,%zmm25,%zmm4
    258c:	vsubps %zmm25,%zmm5,%zmm5
    2592:	vaddps %zmm1,%zmm6,%zmm1
    2598:	vfnmadd132ps %zmm30,%zmm8,%zmm27
    259e:	vmovups %zmm1,(%rdx,%rax,4)
    25a5:	mov    0x40(%rsp),%rdx
    25aa:	vsubps %zmm25,%zmm13,%zmm1
    25b0:	vmovups %zmm5,(%rdx,%rax,4)
    25b7:	mov    0x48(%rsp),%rdx
    25bc:	vmovaps %zmm22,%zmm5
    25c2:	vaddps %zmm27,%zmm1,%zmm1
    25c8:	vfnmadd132ps %zmm30,%zmm10,%zmm5
    25ce:	vmovups %zmm4,(%rdx,%rax,4)
    25d5:	mov    0x50(%rsp),%rdx
    25da:	vmovaps %zmm24,%zmm4
    25e0:	vmovups %zmm6,(%rdx,%rax,4)
    25e7:	mov    0x78(%rsp),%rdx
    25ec:	vmovaps %zmm22,%zmm6
    25f2:	vfmadd132ps %zmm30,%zmm10,%zmm6
    25f8:	vmovups %zmm1,(%rdx,%rax,4)
    25ff:	vmulps %zmm30,%zmm23,%zmm1
    2605:	mov    0x80(%rsp),%rdx
    260d:	vmulps %zmm30,%zmm10,%zmm10
    2613:	vaddps %zmm6,%zmm0,%zmm6
    2619:	vaddps %zmm21,%zmm0,%zmm0
    261f:	vfmadd132ps %zmm29,%zmm1,%zmm4
    2625:	vmovaps %zmm5,%zmm1
    262b:	vmovaps %zmm23,%zmm5
    2631:	vfmadd132ps %zmm28,%zmm1,%zmm5
    2637:	vfnmadd132ps %zmm30,%zmm10,%zmm22
    263d:	vmovaps 0x208(%rsp),%zmm1
    2648:	vaddps %zmm4,%zmm3,%zmm4
    264e:	vaddps %zmm22,%zmm0,%zmm0
    2654:	vmovups %zmm4,(%rdx,%rax,4)
    265b:	mov    0x88(%rsp),%rdx
    2663:	vmovaps %zmm19,%zmm4
    2669:	vfmadd132ps %zmm30,%zmm2,%zmm4
    266f:	vmovups %zmm6,(%rdx,%rax,4)
    2676:	mov    0x90(%rsp),%rdx
    267e:	vmovups %zmm5,(%rdx,%rax,4)
    2685:	mov    0xb8(%rsp),%rdx
    268d:	vsubps %zmm19,%zmm2,%zmm5
    2693:	vmovups %zmm3,(%rdx,%rax,4)
    269a:	mov    0x298(%rsp),%rdx
    26a2:	vmovaps %zmm19,%zmm3
    26a8:	vsubps %zmm17,%zmm4,%zmm4
    26ae:	vfnmadd132ps %zmm30,%zmm2,%zmm3
    26b4:	vmovups %zmm0,(%rdx,%rax,4)
    26bb:	vmulps %zmm30,%zmm17,%zmm0
    26c1:	mov    0x290(%rsp),%rdx
    26c9:	vmulps %zmm30,%zmm2,%zmm2
    26cf:	vfmadd231ps %zmm28,%zmm17,%zmm3
    26d5:	vfmadd132ps %zmm29,%zmm0,%zmm1
    26db:	vmovaps %zmm19,%zmm0
    26e1:	vfnmadd132ps %zmm30,%zmm2,%zmm0
    26e7:	vaddps %zmm5,%zmm1,%zmm1
    26ed:	vmovups %zmm1,(%rdx,%rax,4)
    26f4:	mov    0x2b0(%rsp),%rdx
    26fc:	vmovaps 0x148(%rsp),%zmm16
    2707:	vmovups %zmm4,(%rdx,%rax,4)
    270e:	vsubps %zmm17,%zmm16,%zmm1
    2714:	mov    0x2a8(%rsp),%rdx
    271c:	vmovups %zmm3,(%rdx,%rax,4)
    2723:	mov    -0x30(%rsp),%rdx
    2728:	vaddps %zmm0,%zmm1,%zmm0
    272e:	vmovups %zmm5,(%rdx,%rax,4)
    2735:	mov    0xc0(%rsp),%rdx
    273d:	vmovups %zmm0,(%rdx,%rax,4)
    2744:	add    $0x10,%rax
    2748:	cmp    %eax,-0x24(%rsp)
    274c:	jg     2110 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x560>
    2752:	vzeroupper
    2755:	lea    -0x28(%rbp),%rsp
    2759:	pop    %rbx
    275a:	pop    %r12
    275c:	pop    %r13
    275e:	pop    %r14
    2760:	pop    %r15
    2762:	pop    %rbp
    2763:	ret
    2764:	mov    %r8,(%rax)
    2767:	mov    %r8,0x8(%rax)
    276b:	cmp    %r13d,%r9d
    276e:	jle    27a7 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbf7>
    2770:	test   %esi,%esi
    2772:	js     278c <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbdc>
    2774:	mov    %r13d,%r14d
    2777:	jmp    1cc0 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x110>
    277c:	nopl   0x0(%rax)
    2780:	mov    %r8,(%rax)
    2783:	mov    %r8,0x8(%rax)
    2787:	cmp    %ebx,%r9d
    278a:	jg     27a2 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbf2>
    278c:	mov    %r8,0x10(%rax)
    2790:	cmp    %r11d,%r9d
    2793:	jle    1cfd <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x14d>
    2799:	mov    %r8,0x18(%rax)
    279d:	jmp    1d6c <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1bc>
    27a2:	cmp    %r13d,%r9d
    27a5:	jg     278c <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbdc>
    27a7:	mov    %r8,0x10(%rax)
    27ab:	mov    %r11d,%r14d
    27ae:	cmp    %r11d,%r9d
    27b1:	jle    1cfd <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x14d>
    27b7:	test   %esi,%esi
    27b9:	js     2799 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbe9>
    27bb:	cmp    %esi,%r12d
    27be:	jle    2799 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbe9>
    27c0:	imul   %r12d,%r14d
    27c4:	vmovq  %xmm0,%rdx
    27c9:	add    %esi,%r14d
    27cc:	imul   %ecx,%r14d
    27d0:	movslq %r14d,%r14
    27d3:	add    %rdx,%r14
    27d6:	vmovq  %xmm7,%rdx
    27db:	lea    (%rdx,%r14,4),%r14
    27df:	vmovd  %xmm3,%edx
    27e3:	mov    %r14,0x18(%rax)
    27e7:	cmp    %edx,%r9d
    27ea:	jle    1d6c <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1bc>
    27f0:	test   %edx,%edx
    27f2:	js     1d6c <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1bc>
    27f8:	jmp    1d13 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x163>
    27fd:	mov    %r8,(%rax)
    2800:	cmp    %ebx,%r9d
    2803:	jg     283a <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xc8a>
    2805:	mov    %r8,0x8(%rax)
    2809:	cmp    %r13d,%r9d
    280c:	jg     278c <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbdc>
    2812:	mov    %r8,0x10(%rax)
    2816:	cmp    %r11d,%r9d
    2819:	jle    1cfd <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x14d>
    281f:	mov    %r11d,%r14d
    2822:	jmp    27bb <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xc0b>
    2824:	test   %r9d,%r9d
    2827:	jle    2861 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xcb1>
    2829:	test   %esi,%esi
    282b:	js     28f3 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xd43>
    2831:	cmp    %esi,%r12d
    2834:	jg     28ca <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xd1a>
    283a:	mov    %r8,0x8(%rax)
    283e:	cmp    %r13d,%r9d
    2841:	jle    27a7 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbf7>
    2847:	mov    %r8,0x10(%rax)
    284b:	mov    %r11d,%r14d
    284e:	jmp    27ae <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbfe>
    2853:	test   %r9d,%r9d
    2856:	jg     2873 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xcc3>
    2858:	mov    %r8,0x10(%rax)
    285c:	jmp    1cfd <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x14d>
    2861:	mov    %r8,0x8(%rax)
    2865:	cmp    %r13d,%r9d
    2868:	jle    27a7 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbf7>
    286e:	jmp    2770 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbc0>
    2873:	test   %esi,%esi
    2875:	jns    288f <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xcdf>
    2877:	mov    %r8,0x10(%rax)
    287b:	jmp    2799 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbe9>
    2880:	mov    %r8,0x8(%rax)
    2884:	cmp    %r13d,%r9d
    2887:	jg     2774 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbc4>
    288d:	jmp    2812 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xc62>
    288f:	cmp    %esi,%r12d
    2892:	jg     28a7 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xcf7>
    2894:	mov    %r8,0x10(%rax)
    2898:	cmp    $0x1,%r9d
    289c:	jne    2799 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbe9>
    28a2:	jmp    1cfd <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x14d>
    28a7:	vmovq  %xmm0,%rdx
    28ac:	movslq %r10d,%r14
    28af:	add    %rdx,%r14
    28b2:	vmovq  %xmm7,%rdx
    28b7:	lea    (%rdx,%r14,4),%r14
    28bb:	mov    %r14,0x10(%rax)
    28bf:	mov    $0x1,%r14d
    28c5:	jmp    1cf4 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x144>
    28ca:	vmovq  %xmm0,%rdx
    28cf:	movslq %edi,%r14
    28d2:	add    %rdx,%r14
    28d5:	vmovq  %xmm7,%rdx
    28da:	lea    (%rdx,%r14,4),%r14
    28de:	mov    %r14,0x8(%rax)
    28e2:	cmp    $0x1,%r9d
    28e6:	je     2913 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xd63>
    28e8:	mov    $0x1,%r14d
    28ee:	jmp    1cc9 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x119>
    28f3:	mov    %r8,0x8(%rax)
    28f7:	cmp    $0x1,%r9d
    28fb:	jne    278c <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbdc>
    2901:	mov    %r8,0x10(%rax)
    2905:	test   %r11d,%r11d
    2908:	jle    2799 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbe9>
    290e:	jmp    1cfd <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x14d>
    2913:	mov    %r8,0x10(%rax)
    2917:	test   %r11d,%r11d
    291a:	jle    281f <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xc6f>
    2920:	jmp    1cfd <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x14d>
    2925:	data16 cs nopw 0x0(%rax,%rax,1)

0000000000002930 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)>:
    2930:	push   %rbp
    2931:	mov    %rsp,%rbp
    2934:	push   %r15
    2936:	push   %r14
    2938:	push   %r13
    293a:	push   %r12
    293c:	push   %rbx
    293d:	movslq 0x30(%rdi),%r8
    2941:	movslq 0x3c(%rdi),%r9
    2945:	movslq 0x34(%rdi),%rax
    2949:	mov    %r8,%r11
    294c:	imul   (%rsi),%r8
    2950:	mov    %r9d,-0x4(%rsp)
    2955:	imul   %rax,%r8
    2959:	test   %r9d,%r9d
    295c:	jle    300e <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x6de>
    2962:	imul   %r9,%rcx
    2966:	mov    %rdx,%rbx
    2969:	vbroadcastss 0x0(%rip),%zmm12        # 2973 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x43>
    2973:	vbroadcastss 0x0(%rip),%zmm11        # 297d <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x4d>
    297d:	vmovq  %rdx,%xmm31
    2983:	vxorps %xmm18,%xmm18,%xmm18
    2989:	lea    0x0(,%rcx,4),%rax
    2991:	lea    (%rdx,%rcx,8),%rcx
    2995:	add    %rax,%rbx
    2998:	vmovq  %rcx,%xmm23
    299e:	vmovq  %rbx,%xmm30
    29a4:	lea    (%rcx,%rax,1),%rbx
    29a8:	vmovq  %rbx,%xmm22
    29ae:	add    %rax,%rbx
    29b1:	lea    (%rbx,%rax,1),%rcx
    29b5:	mov    %rbx,-0x50(%rsp)
    29ba:	mov    %rcx,-0x48(%rsp)
    29bf:	add    %rax,%rcx
    29c2:	lea    (%rcx,%rax,1),%rbx
    29c6:	vmovq  %rcx,%xmm21
    29cc:	lea    (%rbx,%rax,1),%r15
    29d0:	vmovq  %rbx,%xmm20
    29d6:	lea    (%r15,%rax,1),%rbx
    29da:	lea    (%rbx,%rax,1),%rcx
    29de:	mov    %rbx,-0x38(%rsp)
    29e3:	lea    (%rcx,%rax,1),%r14
    29e7:	mov    %rcx,-0x40(%rsp)
    29ec:	lea    (%r14,%rax,1),%r13
    29f0:	lea    0x0(%r13,%rax,1),%r12
    29f5:	lea    (%r12,%rax,1),%rbx
    29f9:	lea    (%rbx,%rax,1),%rcx
    29fd:	mov    %rbx,-0x30(%rsp)
    2a02:	mov    %rcx,-0x28(%rsp)
    2a07:	add    %rax,%rcx
    2a0a:	lea    (%rcx,%rax,1),%rbx
    2a0e:	vmovq  %rcx,%xmm24
    2a14:	vmovq  %rbx,%xmm25
    2a1a:	lea    (%rbx,%rax,1),%rbx
    2a1e:	vmovq  %rbx,%xmm26
    2a24:	add    %rax,%rbx
    2a27:	lea    (%rbx,%rax,1),%rcx
    2a2b:	mov    %rbx,-0x20(%rsp)
    2a30:	mov    %rcx,-0x18(%rsp)
    2a35:	add    %rax,%rcx
    2a38:	lea    (%rcx,%rax,1),%rbx
    2a3c:	vmovq  %rcx,%xmm27
    2a42:	vmovq  %rbx,%xmm28
    2a48:	lea    (%rbx,%rax,1),%rbx
    2a4c:	add    %rbx,%rax
    2a4f:	vmovq  %rbx,%xmm29
    2a55:	mov    %rax,-0x10(%rsp)
    2a5a:	xor    %eax,%eax
    2a5c:	jmp    2a64 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x134>
    2a5e:	xchg   %ax,%ax
    2a60:	mov    0x30(%rdi),%r11d
    2a64:	vmovq  %xmm23,%rcx
    2a6a:	vmovq  %xmm30,%rbx
    2a70:	vmovups (%r14,%rax,4),%zmm1
    2a77:	mov    0x10(%rdi),%rdx
    2a7b:	vmovups (%rbx,%rax,4),%zmm5
    2a82:	vaddps (%rcx,%rax,4),%zmm5,%zmm0
    2a89:	vmovq  %xmm31,%rbx
    2a8f:	vaddps (%rbx,%rax,4),%zmm0,%zmm8
    2a96:	vmovq  %xmm22,%rbx
    2a9c:	vsubps (%rcx,%rax,4),%zmm5,%zmm5
    2aa3:	vaddps (%rbx,%rax,4),%zmm8,%zmm8
    2aaa:	vfmadd231ps (%rbx,%rax,4),%zmm12,%zmm5
    2ab1:	vmovq  %xmm20,%rcx
    2ab7:	vmovaps %zmm0,%zmm4
    2abd:	vfmadd231ps (%rbx,%rax,4),%zmm11,%zmm4
    2ac4:	mov    -0x50(%rsp),%rbx
    2ac9:	vsubps 0x0(%r13,%rax,4),%zmm1,%zmm13
    2ad1:	vmovups (%rdx,%rax,4),%zmm10
    2ad8:	vaddps (%rbx,%rax,4),%zmm4,%zmm4
    2adf:	vmovq  %xmm21,%rbx
    2ae5:	vmovups (%rbx,%rax,4),%zmm7
    2aec:	mov    -0x48(%rsp),%rbx
    2af1:	vaddps (%rcx,%rax,4),%zmm7,%zmm0
    2af8:	vfmadd231ps (%r12,%rax,4),%zmm12,%zmm13
    2aff:	vaddps (%rbx,%rax,4),%zmm0,%zmm7
    2b06:	vmovq  %xmm21,%rbx
    2b0c:	vaddps (%r15,%rax,4),%zmm7,%zmm7
    2b13:	vmovups (%rbx,%rax,4),%zmm3
    2b1a:	mov    -0x38(%rsp),%rbx
    2b1f:	vmovaps %zmm0,%zmm2
    2b25:	vfmadd231ps (%r15,%rax,4),%zmm11,%zmm2
    2b2c:	vaddps 0x0(%r13,%rax,4),%zmm1,%zmm0
    2b34:	vaddps (%rbx,%rax,4),%zmm2,%zmm2
    2b3b:	mov    -0x40(%rsp),%rbx
    2b40:	vsubps (%rcx,%rax,4),%zmm3,%zmm3
    2b47:	vfmadd231ps (%r15,%rax,4),%zmm12,%zmm3
    2b4e:	vmovq  %xmm25,%rcx
    2b54:	vaddps (%rbx,%rax,4),%zmm0,%zmm16
    2b5b:	mov    -0x30(%rsp),%rbx
    2b60:	vaddps (%r12,%rax,4),%zmm16,%zmm16
    2b67:	vfmadd231ps (%r12,%rax,4),%zmm11,%zmm0
    2b6e:	vaddps (%rbx,%rax,4),%zmm0,%zmm9
    2b75:	vmovq  %xmm24,%rbx
    2b7b:	vmovups (%rbx,%rax,4),%zmm1
    2b82:	mov    -0x28(%rsp),%rbx
    2b87:	vaddps %zmm16,%zmm7,%zmm19
    2b8d:	vaddps (%rcx,%rax,4),%zmm1,%zmm0
    2b94:	vaddps (%rbx,%rax,4),%zmm0,%zmm6
    2b9b:	vmovq  %xmm26,%rbx
    2ba1:	vsubps (%rcx,%rax,4),%zmm1,%zmm1
    2ba8:	vaddps (%rbx,%rax,4),%zmm6,%zmm6
    2baf:	vfmadd231ps (%rbx,%rax,4),%zmm11,%zmm0
    2bb6:	vsubps %zmm16,%zmm7,%zmm7
    2bbc:	vfmadd231ps (%rbx,%rax,4),%zmm12,%zmm1
    2bc3:	vaddps %zmm19,%zmm8,%zmm8
    2bc9:	mov    -0x20(%rsp),%rbx
    2bce:	vmovq  %xmm28,%rcx
    2bd4:	vaddps (%rbx,%rax,4),%zmm0,%zmm0
    2bdb:	vmovq  %xmm27,%rbx
    2be1:	vmovups (%rbx,%rax,4),%zmm15
    2be8:	vfmadd231ps %zmm12,%zmm6,%zmm7
    2bee:	mov    -0x18(%rsp),%rbx
    2bf3:	vaddps %zmm8,%zmm6,%zmm8
    2bf9:	vfmadd132ps %zmm11,%zmm19,%zmm6
    2bff:	vaddps (%rcx,%rax,4),%zmm15,%zmm14
    2c06:	vmovq  %xmm29,%rcx
    2c0c:	vaddps (%rbx,%rax,4),%zmm14,%zmm17
    2c13:	vmovq  %xmm29,%rbx
    2c19:	vaddps (%rcx,%rax,4),%zmm17,%zmm17
    2c20:	vmovq  %xmm28,%rcx
    2c26:	vfmadd231ps (%rbx,%rax,4),%zmm11,%zmm14
    2c2d:	vsubps (%rcx,%rax,4),%zmm15,%zmm15
    2c34:	mov    0x8(%rsi),%ecx
    2c37:	vfmadd231ps (%rbx,%rax,4),%zmm12,%zmm15
    2c3e:	mov    -0x10(%rsp),%rbx
    2c43:	vaddps %zmm17,%zmm6,%zmm6
    2c49:	vaddps (%rbx,%rax,4),%zmm14,%zmm14
    2c50:	cmp    %ecx,%r11d
    2c53:	jle    2ffd <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x6cd>
    2c59:	mov    0xc(%rsi),%r10d
    2c5d:	mov    0x34(%rdi),%edx
    2c60:	cmp    %r10d,%edx
    2c63:	jle    2d6d <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x43d>
    2c69:	imul   %ecx,%edx
    2c6c:	mov    0x18(%rdi),%r11
    2c70:	vaddps %zmm8,%zmm10,%zmm8
    2c76:	add    %r10d,%edx
    2c79:	movslq %edx,%rdx
    2c7c:	add    %r8,%rdx
    2c7f:	imul   %r9,%rdx
    2c83:	add    %rax,%rdx
    2c86:	test   %r11,%r11
    2c89:	je     2c92 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x362>
    2c8b:	vaddps (%r11,%rdx,4),%zmm8,%zmm8
    2c92:	cmpb   $0x0,0x44(%rdi)
    2c96:	je     2ca5 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x375>
    2c98:	vcmpnltps %zmm18,%zmm8,%k1
    2c9f:	vmovaps %zmm8,%zmm8{%k1}{z}
    2ca5:	mov    0x20(%rdi),%r10
    2ca9:	vmovups %zmm8,(%r10,%rdx,4)
    2cb0:	mov    0xc(%rsi),%r10d
    2cb4:	mov    0x34(%rdi),%edx
    2cb7:	lea    0x1(%r10),%r11d
    2cbb:	cmp    %r11d,%edx
    2cbe:	jle    2d66 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x436>
    2cc4:	imul   %ecx,%edx
    2cc7:	mov    0x18(%rdi),%r11
    2ccb:	vaddps %zmm7,%zmm10,%zmm7
    2cd1:	lea    0x1(%r10,%rdx,1),%edx
    2cd6:	movslq %edx,%rdx
    2cd9:	add    %r8,%rdx
    2cdc:	imul   %r9,%rdx
    2ce0:	add    %rax,%rdx
    2ce3:	test   %r11,%r11
    2ce6:	je     2cef <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x3bf>
    2ce8:	vaddps (%r11,%rdx,4),%zmm7,%zmm7
    2cef:	cmpb   $0x0,0x44(%rdi)
    2cf3:	je     2d02 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x3d2>
    2cf5:	vcmpnltps %zmm18,%zmm7,%k1
    2cfc:	vmovaps %zmm7,%zmm7{%k1}{z}
    2d02:	mov    0x20(%rdi),%r10
    2d06:	vmovups %zmm7,(%r10,%rdx,4)
    2d0d:	mov    0xc(%rsi),%r10d
    2d11:	mov    0x34(%rdi),%edx
    2d14:	lea    0x2(%r10),%r11d
    2d18:	cmp    %r11d,%edx
    2d1b:	jle    2d66 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x436>
    2d1d:	imul   %ecx,%edx
    2d20:	mov    0x18(%rdi),%r11
    2d24:	vaddps %zmm6,%zmm10,%zmm6
    2d2a:	lea    0x2(%r10,%rdx,1),%edx
    2d2f:	movslq %edx,%rdx
    2d32:	add    %r8,%rdx
    2d35:	imul   %r9,%rdx
    2d39:	add    %rax,%rdx
    2d3c:	test   %r11,%r11
    2d3f:	je     2d48 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x418>
    2d41:	vaddps (%r11,%rdx,4),%zmm6,%zmm6
    2d48:	cmpb   $0x0,0x44(%rdi)
    2d4c:	je     2d5b <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x42b>
    2d4e:	vcmpnltps %zmm18,%zmm6,%k1
    2d55:	vmovaps %zmm6,%zmm6{%k1}{z}
    2d5b:	mov    0x20(%rdi),%rcx
    2d5f:	vmovups %zmm6,(%rcx,%rdx,4)
    2d66:	mov    0x30(%rdi),%r11d
    2d6a:	mov    0x8(%rsi),%ecx
    2d6d:	vaddps %zmm13,%zmm3,%zmm6
    2d73:	vsubps %zmm13,%zmm3,%zmm3
    2d79:	lea    0x1(%rcx),%r10d
    2d7d:	vaddps %zmm6,%zmm5,%zmm5
    2d83:	vfmadd231ps %zmm12,%zmm1,%zmm3
    2d89:	vaddps %zmm1,%zmm5,%zmm5
    2d8f:	vfmadd132ps %zmm11,%zmm6,%zmm1
    2d95:	vaddps %zmm15,%zmm1,%zmm1
    2d9b:	cmp    %r11d,%r10d
    2d9e:	jge    2ffd <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x6cd>
    2da4:	mov    0xc(%rsi),%ebx
    2da7:	mov    0x34(%rdi),%edx
    2daa:	cmp    %ebx,%edx
    2dac:	jle    2eb5 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x585>
    2db2:	imul   %r10d,%edx
    2db6:	mov    0x18(%rdi),%rcx
    2dba:	vaddps %zmm5,%zmm10,%zmm5
    2dc0:	add    %ebx,%edx
    2dc2:	movslq %edx,%rdx
    2dc5:	add    %r8,%rdx
    2dc8:	imul   %r9,%rdx
    2dcc:	add    %rax,%rdx
    2dcf:	test   %rcx,%rcx
    2dd2:	je     2ddb <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x4ab>
    2dd4:	vaddps (%rcx,%rdx,4),%zmm5,%zmm5
    2ddb:	cmpb   $0x0,0x44(%rdi)
    2ddf:	je     2dee <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x4be>
    2de1:	vcmpnltps %zmm18,%zmm5,%k1
    2de8:	vmovaps %zmm5,%zmm5{%k1}{z}
    2dee:	mov    0x20(%rdi),%rcx
    2df2:	vmovups %zmm5,(%rcx,%rdx,4)
    2df9:	mov    0xc(%rsi),%ecx
    2dfc:	mov    0x34(%rdi),%edx
    2dff:	lea    0x1(%rcx),%r11d
    2e03:	cmp    %r11d,%edx
    2e06:	jle    2eae <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x57e>
    2e0c:	imul   %r10d,%edx
    2e10:	mov    0x18(%rdi),%r11
    2e14:	vaddps %zmm3,%zmm10,%zmm3
    2e1a:	lea    0x1(%rcx,%rdx,1),%ecx
    2e1e:	movslq %ecx,%rcx
    2e21:	add    %r8,%rcx
    2e24:	imul   %r9,%rcx
    2e28:	lea    (%rcx,%rax,1),%rdx
    2e2c:	test   %r11,%r11
    2e2f:	je     2e38 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x508>
    2e31:	vaddps (%r11,%rdx,4),%zmm3,%zmm3
    2e38:	cmpb   $0x0,0x44(%rdi)
    2e3c:	je     2e4b <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x51b>
    2e3e:	vcmpnltps %zmm18,%zmm3,%k1
    2e45:	vmovaps %zmm3,%zmm3{%k1}{z}
    2e4b:	mov    0x20(%rdi),%rcx
    2e4f:	vmovups %zmm3,(%rcx,%rdx,4)
    2e56:	mov    0xc(%rsi),%ecx
    2e59:	mov    0x34(%rdi),%edx
    2e5c:	lea    0x2(%rcx),%r11d
    2e60:	cmp    %r11d,%edx
    2e63:	jle    2eae <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x57e>
    2e65:	imul   %r10d,%edx
    2e69:	mov    0x18(%rdi),%r11
    2e6d:	vaddps %zmm1,%zmm10,%zmm1
    2e73:	lea    0x2(%rcx,%rdx,1),%edx
    2e77:	movslq %edx,%rdx
    2e7a:	add    %r8,%rdx
    2e7d:	imul   %r9,%rdx
    2e81:	add    %rax,%rdx
    2e84:	test   %r11,%r11
    2e87:	je     2e90 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x560>
    2e89:	vaddps (%r11,%rdx,4),%zmm1,%zmm1
    2e90:	cmpb   $0x0,0x44(%rdi)
    2e94:	je     2ea3 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x573>
    2e96:	vcmpnltps %zmm18,%zmm1,%k1
    2e9d:	vmovaps %zmm1,%zmm1{%k1}{z}
    2ea3:	mov    0x20(%rdi),%rcx
    2ea7:	vmovups %zmm1,(%rcx,%rdx,4)
    2eae:	mov    0x30(%rdi),%r11d
    2eb2:	mov    0x8(%rsi),%ecx
    2eb5:	vaddps %zmm9,%zmm2,%zmm1
    2ebb:	vsubps %zmm9,%zmm2,%zmm2
    2ec1:	add    $0x2,%ecx
    2ec4:	vaddps %zmm4,%zmm1,%zmm4
    2eca:	vfmadd231ps %zmm12,%zmm0,%zmm2
    2ed0:	vaddps %zmm0,%zmm4,%zmm4
    2ed6:	vfmadd132ps %zmm11,%zmm1,%zmm0
    2edc:	vaddps %zmm14,%zmm0,%zmm0
    2ee2:	cmp    %r11d,%ecx
    2ee5:	jge    2ffd <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x6cd>
    2eeb:	mov    0xc(%rsi),%edx
    2eee:	mov    0x34(%rdi),%r10d
    2ef2:	cmp    %r10d,%edx
    2ef5:	jge    2ffd <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x6cd>
    2efb:	imul   %ecx,%r10d
    2eff:	mov    0x18(%rdi),%r11
    2f03:	vaddps %zmm4,%zmm10,%zmm4
    2f09:	add    %r10d,%edx
    2f0c:	movslq %edx,%rdx
    2f0f:	add    %r8,%rdx
    2f12:	imul   %r9,%rdx
    2f16:	add    %rax,%rdx
    2f19:	test   %r11,%r11
    2f1c:	je     2f25 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x5f5>
    2f1e:	vaddps (%r11,%rdx,4),%zmm4,%zmm4
    2f25:	cmpb   $0x0,0x44(%rdi)
    2f29:	je     2f38 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x608>
    2f2b:	vcmpnltps %zmm18,%zmm4,%k1
    2f32:	vmovaps %zmm4,%zmm4{%k1}{z}
    2f38:	mov    0x20(%rdi),%r10
    2f3c:	vmovups %zmm4,(%r10,%rdx,4)
    2f43:	mov    0xc(%rsi),%r11d
    2f47:	mov    0x34(%rdi),%r10d
    2f4b:	lea    0x1(%r11),%edx
    2f4f:	cmp    %r10d,%edx
    2f52:	jge    2ffd <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x6cd>
    2f58:	imul   %ecx,%r10d
    2f5c:	mov    0x18(%rdi),%rbx
    2f60:	vaddps %zmm2,%zmm10,%zmm2
    2f66:	lea    0x1(%r11,%r10,1),%edx
    2f6b:	movslq %edx,%rdx
    2f6e:	add    %r8,%rdx
    2f71:	imul   %r9,%rdx
    2f75:	add    %rax,%rdx
    2f78:	test   %rbx,%rbx
    2f7b:	je     2f84 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x654>
    2f7d:	vaddps (%rbx,%rdx,4),%zmm2,%zmm2
    2f84:	cmpb   $0x0,0x44(%rdi)
    2f88:	je     2f97 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x667>
    2f8a:	vcmpnltps %zmm18,%zmm2,%k1
    2f91:	vmovaps %zmm2,%zmm2{%k1}{z}
    2f97:	mov    0x20(%rdi),%r10
    2f9b:	vmovups %zmm2,(%r10,%rdx,4)
    2fa2:	mov    0xc(%rsi),%r10d
    2fa6:	mov    0x34(%rdi),%r11d
    2faa:	lea    0x2(%r10),%edx
    2fae:	cmp    %r11d,%edx
    2fb1:	jge    2ffd <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x6cd>
    2fb3:	imul   %r11d,%ecx
    2fb7:	mov    0x18(%rdi),%rbx
    2fbb:	vaddps %zmm0,%zmm10,%zmm0
    2fc1:	lea    0x2(%r10,%rcx,1),%edx
    2fc6:	movslq %edx,%rdx
    2fc9:	add    %r8,%rdx
    2fcc:	imul   %r9,%rdx
    2fd0:	add    %rax,%rdx
    2fd3:	test   %rbx,%rbx
    2fd6:	je     2fdf <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x6af>
    2fd8:	vaddps (%rbx,%rdx,4),%zmm0,%zmm0
    2fdf:	cmpb   $0x0,0x44(%rdi)
    2fe3:	je     2ff2 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x6c2>
    2fe5:	vcmpnltps %zmm18,%zmm0,%k1
    2fec:	vmovaps %zmm0,%zmm0{%k1}{z}
    2ff2:	mov    0x20(%rdi),%rcx
    2ff6:	vmovups %zmm0,(%rcx,%rdx,4)
    2ffd:	add    $0x10,%rax
    3001:	cmp    %eax,-0x4(%rsp)
    3005:	jg     2a60 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x130>
    300b:	vzeroupper
    300e:	pop    %rbx
    300f:	pop    %r12
    3011:	pop    %r13
    3013:	pop    %r14
    3015:	pop    %r15
    3017:	pop    %rbp
    3018:	ret
    3019:	nopl   0x0(%rax)

0000000000003020 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)>:
    3020:	push   %rbp
    3021:	vmovq  %rcx,%xmm1
    3026:	mov    %rsp,%rbp
    3029:	push   %r15
    302b:	push   %r14
    302d:	push   %r13
    302f:	push   %r12
    3031:	push   %rbx
    3032:	and    $0xffffffffffffffc0,%rsp
    3036:	sub    $0xa88,%rsp
    303d:	mov    %rdx,-0x50(%rsp)
    3042:	mov    %r8,%rdx
    3045:	movslq 0x30(%rdi),%rcx
    3049:	movslq 0x38(%rdi),%rax
    304d:	mov    0x34(%rdi),%r9d
    3051:	vmovq  (%rdi),%xmm4
    3055:	mov    %rcx,%r8
    3058:	mov    0x8(%rsi),%edi
    305b:	imul   (%rsi),%rcx
    305f:	mov    %rax,%rbx
    3062:	vmovq  %rax,%xmm3
    3067:	movslq %r9d,%rax
    306a:	mov    %ebx,%r12d
    306d:	lea    -0x1(%rdi),%r11d
    3071:	lea    0x1(%rdi),%r14d
    3075:	imul   %rcx,%rax
    3079:	mov    0xc(%rsi),%ecx
    307c:	mov    %r11d,%esi
    307f:	lea    0x2(%rdi),%r13d
    3083:	imul   %r9d,%esi
    3087:	lea    0x3(%rdi),%r10d
    308b:	vmovd  %r11d,%xmm6
    3090:	mov    %edi,%r11d
    3093:	sub    $0x1,%ecx
    3096:	imul   %rbx,%rax
    309a:	add    %ecx,%esi
    309c:	imul   %ecx,%r12d
    30a0:	imul   %ebx,%esi
    30a3:	vmovq  %rax,%xmm2
    30a8:	lea    0x4(%rdi),%eax
    30ab:	vmovd  %eax,%xmm5
    30af:	lea    0x68(%rsp),%rax
    30b4:	mov    %r12d,0x8(%rsp)
    30b9:	mov    %esi,%r15d
    30bc:	mov    %r9d,%esi
    30bf:	mov    %rax,0x58(%rsp)
    30c4:	lea    0x188(%rsp),%rax
    30cc:	imul   %edi,%esi
    30cf:	mov    %rax,0x60(%rsp)
    30d4:	mov    0x58(%rsp),%rax
    30d9:	add    %ecx,%esi
    30db:	imul   %ebx,%esi
    30de:	mov    %esi,%edi
    30e0:	vmovd  %xmm6,%esi
    30e4:	test   %esi,%esi
    30e6:	js     3208 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1e8>
    30ec:	cmp    %esi,%r8d
    30ef:	jle    3b4e <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb2e>
    30f5:	test   %ecx,%ecx
    30f7:	js     3bf9 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbd9>
    30fd:	cmp    %ecx,%r9d
    3100:	jle    3b70 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb50>
    3106:	vmovq  %xmm2,%r12
    310b:	movslq %r15d,%rsi
    310e:	add    %r12,%rsi
    3111:	vmovq  %xmm4,%r12
    3116:	lea    (%r12,%rsi,4),%rsi
    311a:	mov    %rsi,(%rax)
    311d:	cmp    %r11d,%r8d
    3120:	jle    3ce4 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xcc4>
    3126:	vmovq  %xmm2,%r12
    312b:	movslq %edi,%rsi
    312e:	add    %r12,%rsi
    3131:	vmovq  %xmm4,%r12
    3136:	lea    (%r12,%rsi,4),%rsi
    313a:	mov    %rsi,0x8(%rax)
    313e:	mov    %r14d,%esi
    3141:	cmp    %r14d,%r8d
    3144:	jle    3c8c <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xc6c>
    314a:	cmp    %ecx,%r9d
    314d:	jle    3b80 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb60>
    3153:	imul   %r9d,%esi
    3157:	vmovq  %xmm2,%r12
    315c:	add    %ecx,%esi
    315e:	imul   %ebx,%esi
    3161:	movslq %esi,%rsi
    3164:	add    %r12,%rsi
    3167:	vmovq  %xmm4,%r12
    316c:	lea    (%r12,%rsi,4),%rsi
    3170:	mov    %rsi,0x10(%rax)
    3174:	mov    %r13d,%esi
    3177:	cmp    $0xfffffffe,%r11d
    317b:	jl     322f <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x20f>
    3181:	cmp    %esi,%r8d
    3184:	jle    3bd7 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbb7>
    318a:	imul   %r9d,%esi
    318e:	vmovq  %xmm2,%r12
    3193:	add    %ecx,%esi
    3195:	imul   %ebx,%esi
    3198:	movslq %esi,%rsi
    319b:	add    %r12,%rsi
    319e:	vmovq  %xmm4,%r12
    31a3:	lea    (%r12,%rsi,4),%rsi
    31a7:	mov    %rsi,0x18(%rax)
    31ab:	mov    %r10d,%esi
    31ae:	cmp    %r10d,%r8d
    31b1:	jle    3ba3 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb83>
    31b7:	imul   %r9d,%esi
    31bb:	vmovq  %xmm2,%r12
    31c0:	add    %ecx,%esi
    31c2:	imul   %ebx,%esi
    31c5:	movslq %esi,%rsi
    31c8:	add    %r12,%rsi
    31cb:	vmovq  %xmm4,%r12
    31d0:	lea    (%r12,%rsi,4),%rsi
    31d4:	mov    %rsi,0x20(%rax)
    31d8:	vmovd  %xmm5,%esi
    31dc:	cmp    %esi,%r8d
    31df:	jle    324c <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x22c>
    31e1:	test   %esi,%esi
    31e3:	js     324c <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x22c>
    31e5:	vmovd  %xmm5,%esi
    31e9:	vmovq  %xmm2,%r12
    31ee:	imul   %r9d,%esi
    31f2:	add    %ecx,%esi
    31f4:	imul   %ebx,%esi
    31f7:	movslq %esi,%rsi
    31fa:	add    %r12,%rsi
    31fd:	vmovq  %xmm4,%r12
    3202:	lea    (%r12,%rsi,4),%rsi
    3206:	jmp    324f <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x22f>
    3208:	mov    %rdx,(%rax)
    320b:	test   %r11d,%r11d
    320e:	je     3ca2 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xc82>
    3214:	mov    %rdx,0x8(%rax)
    3218:	cmp    $0xffffffff,%r11d
    321c:	je     3bca <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbaa>
    3222:	mov    %rdx,0x10(%rax)
    3226:	test   %r13d,%r13d
    3229:	jns    3b84 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb64>
    322f:	mov    %rdx,0x18(%rax)
    3233:	test   %r10d,%r10d
    3236:	jns    3bdb <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbbb>
    323c:	vmovd  %xmm5,%esi
    3240:	mov    %rdx,0x20(%rax)
    3244:	test   %esi,%esi
    3246:	jns    3ba7 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb87>
    324c:	mov    %rdx,%rsi
    324f:	mov    %rsi,0x28(%rax)
    3253:	add    $0x1,%ecx
    3256:	add    $0x30,%rax
    325a:	add    %ebx,%r15d
    325d:	add    %ebx,0x8(%rsp)
    3261:	add    %ebx,%edi
    3263:	cmp    %rax,0x60(%rsp)
    3268:	jne    30e0 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xc0>
    326e:	test   %ebx,%ebx
    3270:	jle    3b3f <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb1f>
    3276:	mov    0x68(%rsp),%rax
    327b:	vmovq  %xmm1,%rdi
    3280:	xor    %r12d,%r12d
    3283:	xor    %ecx,%ecx
    3285:	mov    0x118(%rsp),%r15
    328d:	vmovq  0x70(%rsp),%xmm24
    3295:	lea    0xa88(%rsp),%r13
    329d:	mov    %rax,(%rsp)
    32a1:	mov    0x90(%rsp),%rax
    32a9:	vmovq  0x110(%rsp),%xmm8
    32b2:	vmovq  0x78(%rsp),%xmm23
    32ba:	vmovq  0x80(%rsp),%xmm22
    32c2:	mov    %rax,-0x48(%rsp)
    32c7:	mov    0x98(%rsp),%rax
    32cf:	vmovq  0x88(%rsp),%xmm21
    32d7:	vmovq  0xa0(%rsp),%xmm20
    32df:	vmovq  0xa8(%rsp),%xmm19
    32e7:	vmovq  0xb0(%rsp),%xmm18
    32ef:	mov    %rax,-0x40(%rsp)
    32f4:	mov    0xc0(%rsp),%rax
    32fc:	vmovq  0xb8(%rsp),%xmm17
    3304:	vmovq  0xd0(%rsp),%xmm16
    330c:	vmovq  0xd8(%rsp),%xmm15
    3315:	vmovq  0xe0(%rsp),%xmm14
    331e:	mov    %rax,-0x38(%rsp)
    3323:	mov    0xc8(%rsp),%rax
    332b:	vmovq  0xe8(%rsp),%xmm13
    3334:	vmovq  0x100(%rsp),%xmm12
    333d:	vmovq  0x108(%rsp),%xmm11
    3346:	mov    %rax,-0x30(%rsp)
    334b:	mov    0xf0(%rsp),%rax
    3353:	mov    %rax,-0x28(%rsp)
    3358:	mov    0xf8(%rsp),%rax
    3360:	mov    %rax,-0x20(%rsp)
    3365:	mov    0x120(%rsp),%rax
    336d:	mov    %rax,-0x18(%rsp)
    3372:	mov    0x128(%rsp),%rax
    337a:	mov    0x130(%rsp),%r14
    3382:	mov    %ebx,-0x54(%rsp)
    3386:	vmovq  0x160(%rsp),%xmm29
    338e:	mov    %rax,-0x10(%rsp)
    3393:	mov    0x150(%rsp),%rax
    339b:	vmovq  0x168(%rsp),%xmm30
    33a3:	vmovq  0x170(%rsp),%xmm31
    33ab:	vmovq  0x138(%rsp),%xmm25
    33b3:	vmovq  %xmm29,%rbx
    33b9:	vmovq  %r14,%xmm29
    33bf:	mov    %rax,-0x8(%rsp)
    33c4:	vmovq  %xmm30,%r14
    33ca:	mov    0x158(%rsp),%rax
    33d2:	vmovq  %r15,%xmm30
    33d8:	vbroadcastss 0x0(%rip),%zmm6        # 33e2 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x3c2>
    33e2:	vmovq  %xmm31,%r15
    33e8:	vmovq  0x140(%rsp),%xmm27
    33f0:	vmovdqa64 %xmm8,%xmm31
    33f6:	vmovq  0x148(%rsp),%xmm28
    33fe:	mov    %rax,0x58(%rsp)
    3403:	mov    0x178(%rsp),%rax
    340b:	vbroadcastss 0x0(%rip),%zmm10        # 3415 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x3f5>
    3415:	vbroadcastss 0x0(%rip),%zmm9        # 341f <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x3ff>
    341f:	mov    %rax,0x50(%rsp)
    3424:	mov    0x180(%rsp),%rax
    342c:	mov    %rax,0x48(%rsp)
    3431:	vmovq  %xmm3,%rax
    3436:	vbroadcastss 0x0(%rip),%zmm3        # 3440 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x420>
    3440:	imul   %rdi,%rax
    3444:	mov    %rax,%rsi
    3447:	lea    (%rax,%rax,2),%rdi
    344b:	lea    (%rax,%rax,8),%r8
    344f:	shl    $0x4,%rsi
    3453:	mov    %rdi,%r9
    3456:	shl    $0x3,%r8
    345a:	lea    0x0(,%rdi,8),%r10
    3462:	sub    %rax,%rsi
    3465:	lea    0x0(,%rax,4),%r11
    346d:	shl    $0x4,%r9
    3471:	shl    $0x5,%rdi
    3475:	shl    $0x3,%rsi
    3479:	vmovq  %xmm22,%rax
    347f:	vmovaps %zmm3,%zmm0
    3485:	vmovq  %xmm21,%rdx
    348b:	vmovups (%rax,%rcx,1),%zmm1
    3492:	vmovq  %xmm23,%rax
    3498:	vmulps (%rax,%rcx,1),%zmm6,%zmm2
    349f:	mov    (%rsp),%rax
    34a3:	vaddps %zmm1,%zmm1,%zmm5
    34a9:	vfmadd231ps (%rax,%rcx,1),%zmm10,%zmm2
    34b0:	vmovq  %xmm21,%rax
    34b6:	vaddps (%rax,%rcx,1),%zmm2,%zmm2
    34bd:	vmovq  %xmm24,%rax
    34c3:	vfmadd132ps (%rax,%rcx,1),%zmm1,%zmm0
    34ca:	vmovq  %xmm23,%rax
    34d0:	vmovups (%rax,%rcx,1),%zmm4
    34d7:	vmovq  %xmm24,%rax
    34dd:	vfmadd213ps (%rdx,%rcx,1),%zmm3,%zmm4
    34e4:	vmovq  %xmm23,%rdx
    34ea:	vmulps %zmm6,%zmm1,%zmm1
    34f0:	vfmadd231ps (%rax,%rcx,1),%zmm9,%zmm5
    34f7:	vmovq  %xmm21,%rax
    34fd:	vmovups %zmm2,0x188(%rsp)
    3508:	vmovups (%rax,%rcx,1),%zmm7
    350f:	vmovq  %xmm24,%rax
    3515:	vfnmadd231ps (%rax,%rcx,1),%zmm3,%zmm1
    351c:	mov    -0x48(%rsp),%rax
    3521:	vaddps (%rax,%rcx,1),%zmm1,%zmm1
    3528:	vaddps %zmm0,%zmm4,%zmm26
    352e:	vmovq  %xmm18,%rax
    3534:	vsubps %zmm0,%zmm4,%zmm4
    353a:	vsubps (%rdx,%rcx,1),%zmm7,%zmm0
    3541:	vmovq  %xmm17,%rdx
    3547:	vmovups %zmm1,0x908(%rsp)
    3552:	vmovups (%rax,%rcx,1),%zmm1
    3559:	vmovq  %xmm19,%rax
    355f:	vmulps (%rax,%rcx,1),%zmm6,%zmm2
    3566:	mov    -0x40(%rsp),%rax
    356b:	vaddps %zmm5,%zmm0,%zmm7
    3571:	vsubps %zmm5,%zmm0,%zmm0
    3577:	vmovups %zmm4,0x488(%rsp)
    3582:	vaddps %zmm1,%zmm1,%zmm5
    3588:	vfmadd231ps (%rax,%rcx,1),%zmm10,%zmm2
    358f:	vmovq  %xmm17,%rax
    3595:	vmovups %zmm26,0x308(%rsp)
    35a0:	vaddps (%rax,%rcx,1),%zmm2,%zmm2
    35a7:	vmovq  %xmm20,%rax
    35ad:	vmovups %zmm0,0x788(%rsp)
    35b8:	vmovaps %zmm3,%zmm0
    35be:	vfmadd132ps (%rax,%rcx,1),%zmm1,%zmm0
    35c5:	vmovq  %xmm19,%rax
    35cb:	vmovups %zmm7,0x608(%rsp)
    35d6:	vmovups (%rax,%rcx,1),%zmm4
    35dd:	vfmadd213ps (%rdx,%rcx,1),%zmm3,%zmm4
    35e4:	vmovq  %xmm20,%rax
    35ea:	vmovq  %xmm19,%rdx
    35f0:	vmulps %zmm6,%zmm1,%zmm1
    35f6:	vfmadd231ps (%rax,%rcx,1),%zmm9,%zmm5
    35fd:	vmovq  %xmm17,%rax
    3603:	vmovups (%rax,%rcx,1),%zmm7
    360a:	vmovq  %xmm20,%rax
    3610:	vfnmadd231ps (%rax,%rcx,1),%zmm3,%zmm1
    3617:	vaddps %zmm0,%zmm4,%zmm26
    361d:	vsubps %zmm0,%zmm4,%zmm4
    3623:	vsubps (%rdx,%rcx,1),%zmm7,%zmm0
    362a:	vmovq  %xmm13,%rdx
    362f:	vmovups %zmm2,0x1c8(%rsp)
    363a:	mov    -0x38(%rsp),%rax
    363f:	vaddps (%rax,%rcx,1),%zmm1,%zmm1
    3646:	vmovq  %xmm14,%rax
    364b:	vmovups %zmm4,0x4c8(%rsp)
    3656:	vaddps %zmm5,%zmm0,%zmm7
    365c:	vsubps %zmm5,%zmm0,%zmm0
    3662:	vmovups %zmm26,0x348(%rsp)
    366d:	vmovups %zmm1,0x948(%rsp)
    3678:	vmovups (%rax,%rcx,1),%zmm1
    367f:	vmovq  %xmm15,%rax
    3684:	vmulps (%rax,%rcx,1),%zmm6,%zmm2
    368b:	mov    -0x30(%rsp),%rax
    3690:	vmovups %zmm0,0x7c8(%rsp)
    369b:	vmovaps %zmm3,%zmm0
    36a1:	vaddps %zmm1,%zmm1,%zmm5
    36a7:	vmovups %zmm7,0x648(%rsp)
    36b2:	vfmadd231ps (%rax,%rcx,1),%zmm10,%zmm2
    36b9:	vmovq  %xmm13,%rax
    36be:	vaddps (%rax,%rcx,1),%zmm2,%zmm2
    36c5:	vmovq  %xmm16,%rax
    36cb:	vfmadd132ps (%rax,%rcx,1),%zmm1,%zmm0
    36d2:	vmovq  %xmm15,%rax
    36d7:	vmovups (%rax,%rcx,1),%zmm4
    36de:	vmovq  %xmm16,%rax
    36e4:	vfmadd213ps (%rdx,%rcx,1),%zmm3,%zmm4
    36eb:	vmovq  %xmm15,%rdx
    36f0:	vmulps %zmm6,%zmm1,%zmm1
    36f6:	vfmadd231ps (%rax,%rcx,1),%zmm9,%zmm5
    36fd:	vmovq  %xmm13,%rax
    3702:	vmovups %zmm2,0x208(%rsp)
    370d:	vmovups (%rax,%rcx,1),%zmm7
    3714:	vmovq  %xmm16,%rax
    371a:	vfnmadd231ps (%rax,%rcx,1),%zmm3,%zmm1
    3721:	mov    -0x28(%rsp),%rax
    3726:	vaddps (%rax,%rcx,1),%zmm1,%zmm1
    372d:	vaddps %zmm0,%zmm4,%zmm26
    3733:	vmovq  %xmm31,%rax
    3739:	vsubps %zmm0,%zmm4,%zmm4
    373f:	vsubps (%rdx,%rcx,1),%zmm7,%zmm0
    3746:	vmovq  %xmm30,%rdx
    374c:	vmovups %zmm1,0x988(%rsp)
    3757:	vmovups (%rax,%rcx,1),%zmm1
    375e:	vmovq  %xmm11,%rax
    3763:	vmulps (%rax,%rcx,1),%zmm6,%zmm2
    376a:	mov    -0x20(%rsp),%rax
    376f:	vaddps %zmm5,%zmm0,%zmm7
    3775:	vsubps %zmm5,%zmm0,%zmm0
    377b:	vmovups %zmm26,0x388(%rsp)
    3786:	vaddps %zmm1,%zmm1,%zmm5
    378c:	vfmadd231ps (%rax,%rcx,1),%zmm10,%zmm2
    3793:	vmovq  %xmm30,%rax
    3799:	vmovups %zmm4,0x508(%rsp)
    37a4:	vaddps (%rax,%rcx,1),%zmm2,%zmm2
    37ab:	vmovq  %xmm12,%rax
    37b0:	vmovups %zmm7,0x688(%rsp)
    37bb:	vmovups %zmm0,0x808(%rsp)
    37c6:	vmovaps %zmm3,%zmm0
    37cc:	vfmadd132ps (%rax,%rcx,1),%zmm1,%zmm0
    37d3:	vmovq  %xmm11,%rax
    37d8:	vmovups (%rax,%rcx,1),%zmm4
    37df:	vmovq  %xmm12,%rax
    37e4:	vfmadd213ps (%rdx,%rcx,1),%zmm3,%zmm4
    37eb:	vmovq  %xmm11,%rdx
    37f0:	vmulps %zmm6,%zmm1,%zmm1
    37f6:	vfmadd231ps (%rax,%rcx,1),%zmm9,%zmm5
    37fd:	vmovq  %xmm30,%rax
    3803:	vmovups %zmm2,0x248(%rsp)
    380e:	vmovups (%rax,%rcx,1),%zmm7
    3815:	vmovq  %xmm12,%rax
    381a:	vfnmadd231ps (%rax,%rcx,1),%zmm3,%zmm1
    3821:	mov    -0x18(%rsp),%rax
    3826:	vaddps (%rax,%rcx,1),%zmm1,%zmm1
    382d:	vaddps %zmm0,%zmm4,%zmm26
    3833:	vmovq  %xmm27,%rax
    3839:	vsubps %zmm0,%zmm4,%zmm4
    383f:	vsubps (%rdx,%rcx,1),%zmm7,%zmm0
    3846:	vmovq  %xmm28,%rdx
    384c:	vmovups %zmm1,0x9c8(%rsp)
    3857:	vmovups (%rax,%rcx,1),%zmm1
    385e:	vmovq  %xmm25,%rax
    3864:	vmulps (%rax,%rcx,1),%zmm6,%zmm2
    386b:	mov    -0x10(%rsp),%rax
    3870:	vaddps %zmm5,%zmm0,%zmm7
    3876:	vsubps %zmm5,%zmm0,%zmm0
    387c:	vmovups %zmm4,0x548(%rsp)
    3887:	vaddps %zmm1,%zmm1,%zmm5
    388d:	vfmadd231ps (%rax,%rcx,1),%zmm10,%zmm2
    3894:	vmovq  %xmm28,%rax
    389a:	vmovups %zmm26,0x3c8(%rsp)
    38a5:	vaddps (%rax,%rcx,1),%zmm2,%zmm2
    38ac:	vmovq  %xmm29,%rax
    38b2:	vmovups %zmm0,0x848(%rsp)
    38bd:	vmovaps %zmm3,%zmm0
    38c3:	vfmadd132ps (%rax,%rcx,1),%zmm1,%zmm0
    38ca:	vmovq  %xmm25,%rax
    38d0:	vmovups %zmm7,0x6c8(%rsp)
    38db:	vmovups (%rax,%rcx,1),%zmm4
    38e2:	vfmadd213ps (%rdx,%rcx,1),%zmm3,%zmm4
    38e9:	vmovq  %xmm29,%rax
    38ef:	vmovq  %xmm25,%rdx
    38f5:	vmulps %zmm6,%zmm1,%zmm1
    38fb:	vfmadd231ps (%rax,%rcx,1),%zmm9,%zmm5
    3902:	vmovq  %xmm28,%rax
    3908:	vmovups %zmm2,0x288(%rsp)
    3913:	vmovups (%rax,%rcx,1),%zmm7
    391a:	vmovq  %xmm29,%rax
    3920:	vfnmadd231ps (%rax,%rcx,1),%zmm3,%zmm1
    3927:	vaddps %zmm0,%zmm4,%zmm26
    392d:	vsubps %zmm0,%zmm4,%zmm4
    3933:	vsubps (%rdx,%rcx,1),%zmm7,%zmm0
    393a:	vmovups %zmm26,0x408(%rsp)
    3945:	vaddps %zmm5,%zmm0,%zmm7
    394b:	vsubps %zmm5,%zmm0,%zmm0
    3951:	vmovups %zmm4,0x588(%rsp)
    395c:	vmovups %zmm7,0x708(%rsp)
    3967:	vmovups %zmm0,0x888(%rsp)
    3972:	mov    -0x8(%rsp),%rax
    3977:	vmovaps %zmm3,%zmm0
    397d:	mov    -0x50(%rsp),%rdx
    3982:	vmulps (%r14,%rcx,1),%zmm6,%zmm2
    3989:	vaddps (%rax,%rcx,1),%zmm1,%zmm1
    3990:	mov    0x50(%rsp),%rax
    3995:	add    %rcx,%rdx
    3998:	vmovups (%rax,%rcx,1),%zmm7
    399f:	mov    0x58(%rsp),%rax
    39a4:	vmovups %zmm1,0xa08(%rsp)
    39af:	vmovups (%r15,%rcx,1),%zmm1
    39b6:	vfmadd132ps (%rbx,%rcx,1),%zmm1,%zmm0
    39bd:	vmovaps %zmm7,%zmm4
    39c3:	vfmadd231ps (%r14,%rcx,1),%zmm3,%zmm4
    39ca:	vmovaps %zmm7,0x8(%rsp)
    39d5:	vfmadd231ps (%rax,%rcx,1),%zmm10,%zmm2
    39dc:	vaddps %zmm1,%zmm1,%zmm5
    39e2:	mov    0x48(%rsp),%rax
    39e7:	vmulps %zmm6,%zmm1,%zmm1
    39ed:	vfmadd231ps (%rbx,%rcx,1),%zmm9,%zmm5
    39f4:	vfnmadd231ps (%rbx,%rcx,1),%zmm3,%zmm1
    39fb:	vaddps (%rax,%rcx,1),%zmm1,%zmm1
    3a02:	mov    0x60(%rsp),%rax
    3a07:	vaddps %zmm0,%zmm4,%zmm26
    3a0d:	vsubps %zmm0,%zmm4,%zmm4
    3a13:	vsubps (%r14,%rcx,1),%zmm7,%zmm0
    3a1a:	vaddps %zmm7,%zmm2,%zmm2
    3a20:	vmovups %zmm1,0xa48(%rsp)
    3a2b:	vmovups %zmm26,0x448(%rsp)
    3a36:	vaddps %zmm5,%zmm0,%zmm7
    3a3c:	vsubps %zmm5,%zmm0,%zmm0
    3a42:	vmovups %zmm2,0x2c8(%rsp)
    3a4d:	vmovups %zmm4,0x5c8(%rsp)
    3a58:	vmovups %zmm7,0x748(%rsp)
    3a63:	vmovups %zmm0,0x8c8(%rsp)
    3a6e:	xchg   %ax,%ax
    3a70:	vmovups 0xc0(%rax),%zmm1
    3a77:	vmovaps %zmm3,%zmm0
    3a7d:	vmovups 0x80(%rax),%zmm4
    3a84:	add    $0x180,%rax
    3a8a:	vfmadd213ps -0x80(%rax),%zmm3,%zmm4
    3a91:	vfmadd132ps -0x140(%rax),%zmm1,%zmm0
    3a98:	vaddps %zmm1,%zmm1,%zmm5
    3a9e:	vmulps %zmm6,%zmm1,%zmm1
    3aa4:	vmovups -0x80(%rax),%zmm7
    3aab:	vfmadd231ps -0x140(%rax),%zmm9,%zmm5
    3ab2:	vfnmadd231ps -0x140(%rax),%zmm3,%zmm1
    3ab9:	vmulps -0x100(%rax),%zmm6,%zmm2
    3ac0:	vaddps -0x40(%rax),%zmm1,%zmm1
    3ac7:	vfmadd231ps -0x180(%rax),%zmm10,%zmm2
    3ace:	vaddps %zmm0,%zmm4,%zmm8
    3ad4:	vsubps %zmm0,%zmm4,%zmm4
    3ada:	vsubps -0x100(%rax),%zmm7,%zmm0
    3ae1:	vaddps -0x80(%rax),%zmm2,%zmm2
    3ae8:	vaddps %zmm5,%zmm0,%zmm7
    3aee:	vsubps %zmm5,%zmm0,%zmm0
    3af4:	vmovups %zmm2,(%rdx)
    3afa:	vmovups %zmm8,(%rdx,%r10,1)
    3b01:	vmovups %zmm4,(%rdx,%r9,1)
    3b08:	vmovups %zmm7,(%rdx,%r8,1)
    3b0f:	vmovups %zmm0,(%rdx,%rdi,1)
    3b16:	vmovups %zmm1,(%rdx,%rsi,1)
    3b1d:	add    %r11,%rdx
    3b20:	cmp    %r13,%rax
    3b23:	jne    3a70 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xa50>
    3b29:	add    $0x40,%rcx
    3b2d:	add    $0x10,%r12
    3b31:	cmp    %r12d,-0x54(%rsp)
    3b36:	jg     3479 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x459>
    3b3c:	vzeroupper
    3b3f:	lea    -0x28(%rbp),%rsp
    3b43:	pop    %rbx
    3b44:	pop    %r12
    3b46:	pop    %r13
    3b48:	pop    %r14
    3b4a:	pop    %r15
    3b4c:	pop    %rbp
    3b4d:	ret
    3b4e:	mov    %rdx,(%rax)
    3b51:	mov    %rdx,0x8(%rax)
    3b55:	cmp    %r14d,%r8d
    3b58:	jle    3b80 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb60>
    3b5a:	test   %ecx,%ecx
    3b5c:	js     3c0e <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbee>
    3b62:	mov    %r14d,%esi
    3b65:	jmp    314a <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x12a>
    3b6a:	nopw   0x0(%rax,%rax,1)
    3b70:	mov    %rdx,(%rax)
    3b73:	cmp    %r11d,%r8d
    3b76:	jle    3c7f <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xc5f>
    3b7c:	mov    %rdx,0x8(%rax)
    3b80:	mov    %rdx,0x10(%rax)
    3b84:	cmp    %r13d,%r8d
    3b87:	jle    3bd7 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbb7>
    3b89:	test   %ecx,%ecx
    3b8b:	js     3c72 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xc52>
    3b91:	cmp    %ecx,%r9d
    3b94:	jg     3c22 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xc02>
    3b9a:	mov    %rdx,0x18(%rax)
    3b9e:	cmp    %r10d,%r8d
    3ba1:	jg     3bf0 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbd0>
    3ba3:	mov    %rdx,0x20(%rax)
    3ba7:	test   %ecx,%ecx
    3ba9:	js     324c <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x22c>
    3baf:	vmovd  %xmm5,%esi
    3bb3:	cmp    %esi,%r8d
    3bb6:	jle    324c <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x22c>
    3bbc:	cmp    %ecx,%r9d
    3bbf:	jg     31e5 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1c5>
    3bc5:	jmp    324c <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x22c>
    3bca:	test   %r8d,%r8d
    3bcd:	jg     3d05 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xce5>
    3bd3:	mov    %rdx,0x10(%rax)
    3bd7:	mov    %rdx,0x18(%rax)
    3bdb:	cmp    %r10d,%r8d
    3bde:	jle    3ba3 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb83>
    3be0:	test   %ecx,%ecx
    3be2:	js     3bf0 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbd0>
    3be4:	mov    %r10d,%esi
    3be7:	cmp    %ecx,%r9d
    3bea:	jg     31b7 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x197>
    3bf0:	mov    %rdx,0x20(%rax)
    3bf4:	jmp    324c <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x22c>
    3bf9:	mov    %rdx,(%rax)
    3bfc:	mov    %rdx,0x8(%rax)
    3c00:	cmp    %r11d,%r8d
    3c03:	jle    3c60 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xc40>
    3c05:	cmp    %r14d,%r8d
    3c08:	jle    3b80 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb60>
    3c0e:	mov    %rdx,0x10(%rax)
    3c12:	cmp    %r13d,%r8d
    3c15:	jle    3bd7 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbb7>
    3c17:	mov    %rdx,0x18(%rax)
    3c1b:	cmp    %r10d,%r8d
    3c1e:	jle    3ba3 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb83>
    3c20:	jmp    3bf0 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbd0>
    3c22:	mov    %r9d,%esi
    3c25:	vmovq  %xmm2,%r12
    3c2a:	imul   %r13d,%esi
    3c2e:	add    %ecx,%esi
    3c30:	imul   %ebx,%esi
    3c33:	movslq %esi,%rsi
    3c36:	add    %r12,%rsi
    3c39:	vmovq  %xmm4,%r12
    3c3e:	lea    (%r12,%rsi,4),%rsi
    3c42:	mov    %rsi,0x18(%rax)
    3c46:	mov    %r10d,%esi
    3c49:	test   %r10d,%r10d
    3c4c:	js     323c <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x21c>
    3c52:	cmp    %r10d,%r8d
    3c55:	jg     31b7 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x197>
    3c5b:	jmp    3ba3 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb83>
    3c60:	cmp    %r14d,%r8d
    3c63:	jg     3c0e <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbee>
    3c65:	mov    %rdx,0x10(%rax)
    3c69:	cmp    %r13d,%r8d
    3c6c:	jle    3bd7 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbb7>
    3c72:	mov    %rdx,0x18(%rax)
    3c76:	mov    %rdx,0x20(%rax)
    3c7a:	jmp    324c <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x22c>
    3c7f:	mov    %rdx,0x8(%rax)
    3c83:	cmp    %r14d,%r8d
    3c86:	jg     3b80 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb60>
    3c8c:	mov    %rdx,0x10(%rax)
    3c90:	cmp    %r13d,%r8d
    3c93:	jg     3b91 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb71>
    3c99:	mov    %rdx,0x18(%rax)
    3c9d:	jmp    3bdb <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbbb>
    3ca2:	test   %r8d,%r8d
    3ca5:	jle    3cf3 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xcd3>
    3ca7:	test   %ecx,%ecx
    3ca9:	js     3d7d <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xd5d>
    3caf:	cmp    %ecx,%r9d
    3cb2:	jle    3b7c <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb5c>
    3cb8:	vmovq  %xmm2,%r12
    3cbd:	movslq %edi,%rsi
    3cc0:	add    %r12,%rsi
    3cc3:	vmovq  %xmm4,%r12
    3cc8:	lea    (%r12,%rsi,4),%rsi
    3ccc:	mov    %rsi,0x8(%rax)
    3cd0:	cmp    $0x1,%r8d
    3cd4:	je     3daf <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xd8f>
    3cda:	mov    $0x1,%esi
    3cdf:	jmp    3153 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x133>
    3ce4:	mov    %rdx,0x8(%rax)
    3ce8:	cmp    %r14d,%r8d
    3ceb:	jg     3b62 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb42>
    3cf1:	jmp    3c8c <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xc6c>
    3cf3:	mov    %rdx,0x8(%rax)
    3cf7:	cmp    %r14d,%r8d
    3cfa:	jg     3b5a <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb3a>
    3d00:	jmp    3b80 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb60>
    3d05:	test   %ecx,%ecx
    3d07:	jns    3d29 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xd09>
    3d09:	mov    %rdx,0x10(%rax)
    3d0d:	cmp    $0x1,%r8d
    3d11:	jne    3b9a <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb7a>
    3d17:	mov    %rdx,0x18(%rax)
    3d1b:	test   %r10d,%r10d
    3d1e:	jle    3bf0 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbd0>
    3d24:	jmp    3ba3 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb83>
    3d29:	cmp    %ecx,%r9d
    3d2c:	jg     3d50 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xd30>
    3d2e:	mov    %rdx,0x10(%rax)
    3d32:	cmp    $0x1,%r8d
    3d36:	je     3d9d <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xd7d>
    3d38:	mov    %rdx,0x18(%rax)
    3d3c:	cmp    $0x2,%r8d
    3d40:	je     3ba3 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb83>
    3d46:	mov    $0x2,%esi
    3d4b:	jmp    3be7 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbc7>
    3d50:	movslq 0x8(%rsp),%rsi
    3d55:	vmovq  %xmm2,%r12
    3d5a:	add    %r12,%rsi
    3d5d:	vmovq  %xmm4,%r12
    3d62:	lea    (%r12,%rsi,4),%rsi
    3d66:	mov    %rsi,0x10(%rax)
    3d6a:	mov    $0x1,%esi
    3d6f:	cmp    %esi,%r8d
    3d72:	jg     318a <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x16a>
    3d78:	jmp    3bd7 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbb7>
    3d7d:	mov    %rdx,0x8(%rax)
    3d81:	cmp    $0x1,%r8d
    3d85:	jne    3c0e <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbee>
    3d8b:	mov    %rdx,0x10(%rax)
    3d8f:	test   %r13d,%r13d
    3d92:	jle    3c72 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xc52>
    3d98:	jmp    3bd7 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbb7>
    3d9d:	mov    %rdx,0x18(%rax)
    3da1:	test   %r10d,%r10d
    3da4:	jle    3be4 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbc4>
    3daa:	jmp    3ba3 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb83>
    3daf:	mov    %rdx,0x10(%rax)
    3db3:	test   %r13d,%r13d
    3db6:	jle    3b91 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb71>
    3dbc:	jmp    3bd7 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xbb7>
    3dc1:	data16 cs nopw 0x0(%rax,%rax,1)
    3dcc:	nopl   0x0(%rax)

0000000000003dd0 <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)>:
    3dd0:	push   %rbp
    3dd1:	vmovq  %rdx,%xmm2
    3dd6:	mov    %rsp,%rbp
    3dd9:	push   %r15
    3ddb:	push   %r14
    3ddd:	push   %r13
    3ddf:	push   %r12
    3de1:	push   %rbx
    3de2:	sub    $0x5c0,%rsp
    3de9:	movslq 0x30(%rdi),%rdx
    3ded:	movslq 0x3c(%rdi),%r14
    3df1:	movslq 0x34(%rdi),%r13
    3df5:	mov    %rdx,%rax
    3df8:	imul   (%rsi),%rdx
    3dfc:	mov    %r14d,-0x5c(%rsp)
    3e01:	imul   %rdx,%r13
    3e05:	test   %r14d,%r14d
    3e08:	jle    4166 <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x396>
    3e0e:	imul   %r14,%rcx
    3e12:	mov    %rdi,%r12
    3e15:	vxorps %xmm13,%xmm13,%xmm13
    3e1a:	mov    %rsi,%r11
    3e1d:	movq   $0x0,-0x50(%rsp)
    3e26:	xor    %esi,%esi
    3e28:	vbroadcastss 0x0(%rip),%zmm11        # 3e32 <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x62>
    3e32:	vmovdqa %xmm2,%xmm12
    3e36:	vbroadcastss 0x0(%rip),%zmm10        # 3e40 <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x70>
    3e40:	vbroadcastss 0x0(%rip),%zmm9        # 3e4a <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x7a>
    3e4a:	lea    (%rcx,%rcx,2),%r9
    3e4e:	lea    (%rcx,%rcx,4),%r10
    3e52:	mov    %rcx,%rbx
    3e55:	mov    %rcx,%r8
    3e58:	lea    0x138(%rsp),%rcx
    3e60:	lea    0x0(,%r10,4),%rdi
    3e68:	shl    $0x4,%rbx
    3e6c:	mov    %rcx,-0x68(%rsp)
    3e71:	lea    -0x48(%rsp),%r10
    3e76:	lea    0x0(,%r9,8),%r15
    3e7e:	shl    $0x2,%r9
    3e82:	mov    %r10,-0x70(%rsp)
    3e87:	mov    %r11,%r10
    3e8a:	mov    %r12,%r11
    3e8d:	mov    %r14,%r12
    3e90:	mov    -0x50(%rsp),%rcx
    3e95:	mov    0x10(%r11),%rdx
    3e99:	mov    -0x70(%rsp),%r14
    3e9e:	vmovups (%rdx,%rcx,1),%zmm6
    3ea5:	vmovq  %xmm12,%rdx
    3eaa:	mov    %r14,-0x58(%rsp)
    3eaf:	add    %rcx,%rdx
    3eb2:	mov    %eax,%ecx
    3eb4:	mov    -0x68(%rsp),%rax
    3eb9:	nopl   0x0(%rax)
    3ec0:	vmovups (%rdx,%r9,1),%zmm5
    3ec7:	vsubps (%rdx,%rbx,1),%zmm5,%zmm0
    3ece:	add    $0x40,%r14
    3ed2:	vaddps (%rdx,%rbx,1),%zmm5,%zmm3
    3ed9:	vmovups (%rdx,%r8,4),%zmm1
    3ee0:	vaddps (%rdx,%r8,8),%zmm1,%zmm14
    3ee7:	vsubps (%rdx,%r8,8),%zmm1,%zmm2
    3eee:	vaddps (%rdx),%zmm14,%zmm4
    3ef4:	vmovaps %zmm0,%zmm15
    3efa:	vfmadd132ps %zmm11,%zmm2,%zmm15
    3f00:	vfmadd132ps %zmm9,%zmm2,%zmm0
    3f06:	vaddps %zmm3,%zmm4,%zmm4
    3f0c:	vfmadd132ps %zmm10,%zmm14,%zmm3
    3f12:	vaddps (%rdx,%rdi,1),%zmm0,%zmm0
    3f19:	add    %r15,%rdx
    3f1c:	vmovups %zmm4,-0x40(%r14)
    3f23:	vmovups %zmm15,0x140(%r14)
    3f2a:	vmovups %zmm3,0x2c0(%r14)
    3f31:	vmovups %zmm0,0x440(%r14)
    3f38:	cmp    %r14,%rax
    3f3b:	jne    3ec0 <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0xf0>
    3f3d:	mov    %ecx,%eax
    3f3f:	mov    -0x58(%rsp),%rcx
    3f44:	mov    %rdi,-0x58(%rsp)
    3f49:	xor    %r14d,%r14d
    3f4c:	vmovq  %r15,%xmm1
    3f51:	vmovups 0x40(%rcx),%zmm5
    3f58:	mov    0x8(%r10),%edx
    3f5c:	vsubps 0x80(%rcx),%zmm5,%zmm14
    3f63:	vmovups 0xc0(%rcx),%zmm7
    3f6a:	vsubps 0x100(%rcx),%zmm7,%zmm0
    3f71:	add    %r14d,%edx
    3f74:	vaddps 0x80(%rcx),%zmm5,%zmm15
    3f7b:	vaddps 0x100(%rcx),%zmm7,%zmm2
    3f82:	vaddps (%rcx),%zmm15,%zmm3
    3f88:	vmovaps %zmm0,%zmm4
    3f8e:	vfmadd132ps %zmm9,%zmm14,%zmm0
    3f94:	vaddps %zmm2,%zmm3,%zmm3
    3f9a:	vfmadd132ps %zmm11,%zmm14,%zmm4
    3fa0:	vaddps 0x140(%rcx),%zmm0,%zmm0
    3fa7:	vfmadd132ps %zmm10,%zmm15,%zmm2
    3fad:	cmp    %eax,%edx
    3faf:	jge    4140 <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x370>
    3fb5:	mov    0xc(%r10),%r15d
    3fb9:	mov    0x34(%r11),%eax
    3fbd:	cmp    %eax,%r15d
    3fc0:	jge    4120 <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x350>
    3fc6:	imul   %edx,%eax
    3fc9:	mov    0x18(%r11),%rdi
    3fcd:	vaddps %zmm3,%zmm6,%zmm3
    3fd3:	add    %r15d,%eax
    3fd6:	cltq
    3fd8:	add    %r13,%rax
    3fdb:	imul   %r12,%rax
    3fdf:	add    %rsi,%rax
    3fe2:	test   %rdi,%rdi
    3fe5:	je     3fee <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x21e>
    3fe7:	vaddps (%rdi,%rax,4),%zmm3,%zmm3
    3fee:	cmpb   $0x0,0x44(%r11)
    3ff3:	je     4002 <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x232>
    3ff5:	vcmpnltps %zmm13,%zmm3,%k1
    3ffc:	vmovaps %zmm3,%zmm3{%k1}{z}
    4002:	mov    0x20(%r11),%rdi
    4006:	vmovups %zmm3,(%rdi,%rax,4)
    400d:	mov    0xc(%r10),%edi
    4011:	mov    0x34(%r11),%eax
    4015:	lea    0x1(%rdi),%r15d
    4019:	cmp    %eax,%r15d
    401c:	jge    4120 <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x350>
    4022:	imul   %edx,%eax
    4025:	mov    0x18(%r11),%r15
    4029:	vaddps %zmm4,%zmm6,%zmm3
    402f:	lea    0x1(%rdi,%rax,1),%eax
    4033:	cltq
    4035:	add    %r13,%rax
    4038:	imul   %r12,%rax
    403c:	add    %rsi,%rax
    403f:	test   %r15,%r15
    4042:	je     404b <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x27b>
    4044:	vaddps (%r15,%rax,4),%zmm3,%zmm3
    404b:	cmpb   $0x0,0x44(%r11)
    4050:	je     405f <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x28f>
    4052:	vcmpnltps %zmm13,%zmm3,%k1
    4059:	vmovaps %zmm3,%zmm3{%k1}{z}
    405f:	mov    0x20(%r11),%rdi
    4063:	vmovups %zmm3,(%rdi,%rax,4)
    406a:	mov    0xc(%r10),%edi
    406e:	mov    0x34(%r11),%eax
    4072:	lea    0x2(%rdi),%r15d
    4076:	cmp    %eax,%r15d
    4079:	jge    4120 <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x350>
    407f:	imul   %edx,%eax
    4082:	mov    0x18(%r11),%r15
    4086:	vaddps %zmm2,%zmm6,%zmm2
    408c:	lea    0x2(%rdi,%rax,1),%eax
    4090:	cltq
    4092:	add    %r13,%rax
    4095:	imul   %r12,%rax
    4099:	add    %rsi,%rax
    409c:	test   %r15,%r15
    409f:	je     40a8 <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x2d8>
    40a1:	vaddps (%r15,%rax,4),%zmm2,%zmm2
    40a8:	cmpb   $0x0,0x44(%r11)
    40ad:	je     40bc <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x2ec>
    40af:	vcmpnltps %zmm13,%zmm2,%k1
    40b6:	vmovaps %zmm2,%zmm2{%k1}{z}
    40bc:	mov    0x20(%r11),%rdi
    40c0:	vmovups %zmm2,(%rdi,%rax,4)
    40c7:	mov    0xc(%r10),%eax
    40cb:	mov    0x34(%r11),%edi
    40cf:	lea    0x3(%rax),%r15d
    40d3:	cmp    %edi,%r15d
    40d6:	jge    4120 <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x350>
    40d8:	imul   %edi,%edx
    40db:	mov    0x18(%r11),%r15
    40df:	vaddps %zmm0,%zmm6,%zmm0
    40e5:	lea    0x3(%rax,%rdx,1),%eax
    40e9:	cltq
    40eb:	add    %r13,%rax
    40ee:	imul   %r12,%rax
    40f2:	add    %rsi,%rax
    40f5:	test   %r15,%r15
    40f8:	je     4101 <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x331>
    40fa:	vaddps (%r15,%rax,4),%zmm0,%zmm0
    4101:	cmpb   $0x0,0x44(%r11)
    4106:	je     4115 <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x345>
    4108:	vcmpnltps %zmm13,%zmm0,%k1
    410f:	vmovaps %zmm0,%zmm0{%k1}{z}
    4115:	mov    0x20(%r11),%rdx
    4119:	vmovups %zmm0,(%rdx,%rax,4)
    4120:	add    $0x1,%r14d
    4124:	add    $0x180,%rcx
    412b:	cmp    $0x4,%r14d
    412f:	je     4140 <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x370>
    4131:	mov    0x30(%r11),%eax
    4135:	jmp    3f51 <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x181>
    413a:	nopw   0x0(%rax,%rax,1)
    4140:	addq   $0x40,-0x50(%rsp)
    4146:	mov    -0x58(%rsp),%rdi
    414b:	vmovq  %xmm1,%r15
    4150:	add    $0x10,%rsi
    4154:	cmp    %esi,-0x5c(%rsp)
    4158:	jle    4163 <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x393>
    415a:	mov    0x30(%r11),%eax
    415e:	jmp    3e90 <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0xc0>
    4163:	vzeroupper
    4166:	add    $0x5c0,%rsp
    416d:	pop    %rbx
    416e:	pop    %r12
    4170:	pop    %r13
    4172:	pop    %r14
    4174:	pop    %r15
    4176:	pop    %rbp
    4177:	ret
    4178:	nopl   0x0(%rax,%rax,1)

0000000000004180 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)>:
    4180:	push   %rbp
    4181:	vmovq  %rcx,%xmm6
    4186:	mov    %rsp,%rbp
    4189:	push   %r15
    418b:	push   %r14
    418d:	push   %r13
    418f:	push   %r12
    4191:	push   %rbx
    4192:	sub    $0xd90,%rsp
    4199:	mov    %rdx,-0x78(%rsp)
    419e:	mov    %r8,%rdx
    41a1:	movslq 0x30(%rdi),%rcx
    41a5:	movslq 0x38(%rdi),%rax
    41a9:	mov    0x34(%rdi),%r10d
    41ad:	vmovq  (%rdi),%xmm2
    41b1:	mov    %rcx,%r8
    41b4:	imul   (%rsi),%rcx
    41b8:	vmovq  %rax,%xmm1
    41bd:	mov    %rax,%r9
    41c0:	movslq %r10d,%rax
    41c3:	mov    %r9,%r15
    41c6:	mov    %r9d,%edi
    41c9:	imul   %rcx,%rax
    41cd:	mov    0x8(%rsi),%ecx
    41d0:	mov    %ecx,%r12d
    41d3:	mov    %ecx,-0x50(%rsp)
    41d7:	lea    0x1(%rcx),%r14d
    41db:	lea    0x2(%rcx),%r13d
    41df:	imul   %rax,%r15
    41e3:	lea    -0x1(%rcx),%eax
    41e6:	imul   %r10d,%r12d
    41ea:	vmovd  %eax,%xmm4
    41ee:	mov    0xc(%rsi),%eax
    41f1:	lea    0x5(%rcx),%esi
    41f4:	vmovd  %esi,%xmm3
    41f8:	lea    -0x48(%rsp),%rsi
    41fd:	lea    0x3(%rcx),%ebx
    4200:	mov    %rsi,-0x68(%rsp)
    4205:	lea    -0x1(%rax),%esi
    4208:	mov    -0x68(%rsp),%rax
    420d:	lea    0x4(%rcx),%r11d
    4211:	imul   %esi,%edi
    4214:	add    %esi,%r12d
    4217:	mov    %r15,%rcx
    421a:	imul   %r9d,%r12d
    421e:	vmovq  %xmm2,%r15
    4223:	mov    %edi,-0x58(%rsp)
    4227:	lea    0x140(%rsp),%rdi
    422f:	mov    %rdi,-0x70(%rsp)
    4234:	mov    %r12d,-0x60(%rsp)
    4239:	vmovd  %xmm4,%edi
    423d:	test   %edi,%edi
    423f:	js     430c <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x18c>
    4245:	cmp    %edi,%r8d
    4248:	jle    4772 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x5f2>
    424e:	test   %esi,%esi
    4250:	js     4790 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x610>
    4256:	cmp    %esi,%r10d
    4259:	jle    48af <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x72f>
    425f:	imul   %r10d,%edi
    4263:	mov    -0x58(%rsp),%r12d
    4268:	imul   %r9d,%edi
    426c:	add    %r12d,%edi
    426f:	movslq %edi,%rdi
    4272:	add    %rcx,%rdi
    4275:	lea    (%r15,%rdi,4),%rdi
    4279:	mov    %rdi,(%rax)
    427c:	mov    -0x50(%rsp),%edi
    4280:	cmp    %edi,%r8d
    4283:	jle    4a77 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x8f7>
    4289:	movslq -0x60(%rsp),%rdi
    428e:	add    %rcx,%rdi
    4291:	lea    (%r15,%rdi,4),%rdi
    4295:	mov    %rdi,0x8(%rax)
    4299:	mov    %r14d,%edi
    429c:	cmp    %r14d,%r8d
    429f:	jle    49b7 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x837>
    42a5:	cmp    %esi,%r10d
    42a8:	jle    48c3 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x743>
    42ae:	imul   %r10d,%edi
    42b2:	add    %esi,%edi
    42b4:	imul   %r9d,%edi
    42b8:	movslq %edi,%rdi
    42bb:	add    %rcx,%rdi
    42be:	cmpl   $0xfffffffe,-0x50(%rsp)
    42c3:	lea    (%r15,%rdi,4),%rdi
    42c7:	mov    %rdi,0x10(%rax)
    42cb:	mov    %r13d,%edi
    42ce:	jl     4337 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1b7>
    42d0:	cmp    %edi,%r8d
    42d3:	jg     483b <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6bb>
    42d9:	mov    %ebx,%edi
    42db:	mov    %rdx,0x18(%rax)
    42df:	cmp    %edi,%r8d
    42e2:	jle    47d0 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x650>
    42e8:	test   %esi,%esi
    42ea:	js     492d <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x7ad>
    42f0:	cmp    %esi,%r10d
    42f3:	jg     485e <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6de>
    42f9:	mov    %rdx,0x20(%rax)
    42fd:	cmp    %r11d,%r8d
    4300:	jle    4888 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x708>
    4306:	mov    %rdx,0x28(%rax)
    430a:	jmp    4360 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1e0>
    430c:	mov    -0x50(%rsp),%edi
    4310:	mov    %rdx,(%rax)
    4313:	test   %edi,%edi
    4315:	je     4a45 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x8c5>
    431b:	cmpl   $0xffffffff,-0x50(%rsp)
    4320:	mov    %rdx,0x8(%rax)
    4324:	je     4936 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x7b6>
    432a:	mov    %rdx,0x10(%rax)
    432e:	test   %r13d,%r13d
    4331:	jns    4960 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x7e0>
    4337:	mov    %rdx,0x18(%rax)
    433b:	test   %ebx,%ebx
    433d:	jns    491c <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x79c>
    4343:	mov    %rdx,0x20(%rax)
    4347:	test   %r11d,%r11d
    434a:	jns    47d4 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x654>
    4350:	vmovd  %xmm3,%edi
    4354:	mov    %rdx,0x28(%rax)
    4358:	test   %edi,%edi
    435a:	jns    488c <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x70c>
    4360:	mov    %rdx,%rdi
    4363:	mov    %rdi,0x30(%rax)
    4367:	add    $0x1,%esi
    436a:	add    $0x38,%rax
    436e:	add    %r9d,-0x58(%rsp)
    4373:	add    %r9d,-0x60(%rsp)
    4378:	cmp    %rax,-0x70(%rsp)
    437d:	jne    4239 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xb9>
    4383:	mov    -0x70(%rsp),%rdi
    4388:	test   %r9d,%r9d
    438b:	jle    4760 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x5e0>
    4391:	mov    -0x78(%rsp),%rax
    4396:	vmovq  %xmm1,%rsi
    439b:	xor    %ecx,%ecx
    439d:	vbroadcastss 0x0(%rip),%zmm9        # 43a7 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x227>
    43a7:	vbroadcastss 0x0(%rip),%zmm5        # 43b1 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x231>
    43b1:	mov    %r9d,-0x70(%rsp)
    43b6:	lea    0xd88(%rsp),%r14
    43be:	mov    %rcx,%r9
    43c1:	vbroadcastss 0x0(%rip),%zmm8        # 43cb <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x24b>
    43cb:	mov    %rax,-0x50(%rsp)
    43d0:	vmovq  %xmm6,%rax
    43d5:	vbroadcastss 0x0(%rip),%zmm7        # 43df <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x25f>
    43df:	imul   %rax,%rsi
    43e3:	vbroadcastss 0x0(%rip),%zmm4        # 43ed <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x26d>
    43ed:	vbroadcastss 0x0(%rip),%zmm13        # 43f7 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x277>
    43f7:	vbroadcastss 0x0(%rip),%zmm3        # 4401 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x281>
    4401:	vbroadcastss 0x0(%rip),%zmm12        # 440b <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x28b>
    440b:	vbroadcastss 0x0(%rip),%zmm6        # 4415 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x295>
    4415:	lea    0x0(,%rsi,4),%r13
    441d:	lea    0x0(,%rsi,8),%r8
    4425:	vbroadcastss 0x0(%rip),%zmm11        # 442f <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x2af>
    442f:	vbroadcastss 0x0(%rip),%zmm10        # 4439 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x2b9>
    4439:	lea    0x0(%r13,%rsi,1),%rax
    443e:	sub    %rsi,%r8
    4441:	lea    (%rsi,%rax,4),%r10
    4445:	lea    0x148(%rsp),%rax
    444d:	imul   $0x8c,%rsi,%rsi
    4454:	lea    0x0(,%r10,4),%r15
    445c:	mov    %rax,-0x60(%rsp)
    4461:	shl    $0x3,%r10
    4465:	mov    %r15,%rax
    4468:	lea    0x0(,%r8,4),%rbx
    4470:	lea    0x0(,%r8,8),%r12
    4478:	shl    $0x4,%r8
    447c:	mov    %rsi,%r15
    447f:	mov    %rax,%rsi
    4482:	mov    -0x60(%rsp),%rcx
    4487:	mov    -0x68(%rsp),%rax
    448c:	lea    0x0(,%r9,4),%r11
    4494:	mov    %rcx,-0x58(%rsp)
    4499:	nopl   0x0(%rax)
    44a0:	mov    0x8(%rax),%rdx
    44a4:	vmovaps %zmm5,%zmm22
    44aa:	add    $0x38,%rax
    44ae:	add    $0x40,%rcx
    44b2:	vmovups (%rdx,%r11,1),%zmm2
    44b9:	mov    -0x28(%rax),%rdx
    44bd:	vmovups (%rdx,%r11,1),%zmm0
    44c4:	mov    -0x20(%rax),%rdx
    44c8:	vmovups (%rdx,%r11,1),%zmm24
    44cf:	vmulps %zmm5,%zmm0,%zmm16
    44d5:	mov    -0x18(%rax),%rdx
    44d9:	vmovaps %zmm0,%zmm21
    44df:	vmulps %zmm9,%zmm0,%zmm23
    44e5:	vmulps %zmm13,%zmm24,%zmm17
    44eb:	vmovups (%rdx,%r11,1),%zmm18
    44f2:	mov    -0x10(%rax),%rdx
    44f6:	vmulps %zmm8,%zmm24,%zmm20
    44fc:	vmovups (%rdx,%r11,1),%zmm1
    4503:	vmulps %zmm6,%zmm18,%zmm25
    4509:	mov    -0x38(%rax),%rdx
    450d:	vfnmadd231ps %zmm4,%zmm18,%zmm16
    4513:	vfmadd132ps (%rdx,%r11,1),%zmm23,%zmm22
    451a:	vfmadd231ps %zmm10,%zmm18,%zmm23
    4520:	mov    -0x8(%rax),%rdx
    4524:	vfmadd231ps %zmm3,%zmm2,%zmm17
    452a:	vfmadd231ps %zmm7,%zmm2,%zmm20
    4530:	vfmadd132ps %zmm11,%zmm25,%zmm21
    4536:	vfmsub231ps %zmm6,%zmm0,%zmm25
    453c:	vfmadd231ps %zmm4,%zmm18,%zmm22
    4542:	vaddps %zmm17,%zmm1,%zmm17
    4548:	vmulps %zmm8,%zmm18,%zmm18
    454e:	vaddps %zmm20,%zmm1,%zmm20
    4554:	vaddps %zmm16,%zmm17,%zmm17
    455a:	vmulps %zmm12,%zmm24,%zmm16
    4560:	vmovups %zmm20,0x880(%rcx)
    4567:	vaddps %zmm22,%zmm20,%zmm22
    456d:	vfmadd132ps %zmm7,%zmm18,%zmm0
    4573:	vaddps (%rdx,%r11,1),%zmm0,%zmm0
    457a:	vmovups %zmm17,0x180(%rcx)
    4581:	vmovups %zmm22,-0x40(%rcx)
    4588:	vfnmadd231ps %zmm3,%zmm2,%zmm16
    458e:	vaddps %zmm16,%zmm1,%zmm16
    4594:	vaddps %zmm21,%zmm16,%zmm16
    459a:	vmovaps %zmm24,%zmm21
    45a0:	vmulps %zmm9,%zmm24,%zmm24
    45a6:	vfmadd132ps %zmm5,%zmm2,%zmm21
    45ac:	vmovups %zmm16,0x340(%rcx)
    45b3:	vaddps %zmm21,%zmm1,%zmm21
    45b9:	vaddps %zmm25,%zmm21,%zmm21
    45bf:	vsubps %zmm2,%zmm1,%zmm25
    45c5:	vfnmadd132ps %zmm3,%zmm24,%zmm2
    45cb:	vmovups %zmm21,0x500(%rcx)
    45d2:	vaddps %zmm23,%zmm25,%zmm23
    45d8:	vfmadd132ps %zmm4,%zmm2,%zmm1
    45de:	vmovups %zmm23,0x6c0(%rcx)
    45e5:	vaddps %zmm1,%zmm0,%zmm0
    45eb:	vmovups %zmm0,0xa40(%rcx)
    45f2:	cmp    %rax,%rdi
    45f5:	jne    44a0 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x320>
    45fb:	mov    -0x58(%rsp),%rdx
    4600:	mov    -0x50(%rsp),%rax
    4605:	nopl   (%rax)
    4608:	vmovups 0xc0(%rdx),%zmm23
    460f:	vmovaps %zmm5,%zmm21
    4615:	vmovups 0x80(%rdx),%zmm0
    461c:	add    $0x1c0,%rdx
    4623:	vmovups -0x180(%rdx),%zmm2
    462a:	vmovups -0x80(%rdx),%zmm1
    4631:	vmulps %zmm13,%zmm23,%zmm17
    4637:	vmovaps %zmm0,%zmm20
    463d:	vmovups -0xc0(%rdx),%zmm18
    4644:	vmulps %zmm5,%zmm0,%zmm16
    464a:	vmulps %zmm6,%zmm18,%zmm24
    4650:	vmulps %zmm9,%zmm0,%zmm22
    4656:	vmulps %zmm8,%zmm23,%zmm19
    465c:	vfmadd132ps -0x1c0(%rdx),%zmm22,%zmm21
    4663:	vfmadd231ps %zmm3,%zmm2,%zmm17
    4669:	vfnmadd231ps %zmm4,%zmm18,%zmm16
    466f:	vfmadd132ps %zmm11,%zmm24,%zmm20
    4675:	vfmsub231ps %zmm6,%zmm0,%zmm24
    467b:	vfmadd231ps %zmm10,%zmm18,%zmm22
    4681:	vfmadd231ps %zmm7,%zmm2,%zmm19
    4687:	vfmadd231ps %zmm4,%zmm18,%zmm21
    468d:	vaddps %zmm17,%zmm1,%zmm17
    4693:	vmulps %zmm8,%zmm18,%zmm18
    4699:	vaddps %zmm16,%zmm17,%zmm17
    469f:	vmulps %zmm12,%zmm23,%zmm16
    46a5:	vaddps %zmm19,%zmm1,%zmm19
    46ab:	vfmadd132ps %zmm7,%zmm18,%zmm0
    46b1:	vaddps -0x40(%rdx),%zmm0,%zmm0
    46b8:	vaddps %zmm21,%zmm19,%zmm21
    46be:	vfnmadd231ps %zmm3,%zmm2,%zmm16
    46c4:	vmovups %zmm21,(%rax)
    46ca:	vmovups %zmm17,(%rax,%rbx,1)
    46d1:	vaddps %zmm16,%zmm1,%zmm16
    46d7:	vaddps %zmm20,%zmm16,%zmm16
    46dd:	vmovaps %zmm23,%zmm20
    46e3:	vmulps %zmm9,%zmm23,%zmm23
    46e9:	vfmadd132ps %zmm5,%zmm2,%zmm20
    46ef:	vmovups %zmm16,(%rax,%r12,1)
    46f6:	vaddps %zmm20,%zmm1,%zmm20
    46fc:	vaddps %zmm24,%zmm20,%zmm20
    4702:	vsubps %zmm2,%zmm1,%zmm24
    4708:	vfnmadd132ps %zmm3,%zmm23,%zmm2
    470e:	vaddps %zmm22,%zmm24,%zmm22
    4714:	vmovups %zmm20,(%rax,%rsi,1)
    471b:	vfmadd132ps %zmm4,%zmm2,%zmm1
    4721:	vmovups %zmm22,(%rax,%r8,1)
    4728:	vmovups %zmm19,(%rax,%r15,1)
    472f:	vaddps %zmm1,%zmm0,%zmm0
    4735:	vmovups %zmm0,(%rax,%r10,1)
    473c:	add    %r13,%rax
    473f:	cmp    %r14,%rdx
    4742:	jne    4608 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x488>
    4748:	addq   $0x40,-0x50(%rsp)
    474e:	add    $0x10,%r9
    4752:	cmp    %r9d,-0x70(%rsp)
    4757:	jg     4482 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x302>
    475d:	vzeroupper
    4760:	add    $0xd90,%rsp
    4767:	pop    %rbx
    4768:	pop    %r12
    476a:	pop    %r13
    476c:	pop    %r14
    476e:	pop    %r15
    4770:	pop    %rbp
    4771:	ret
    4772:	mov    %rdx,(%rax)
    4775:	mov    %rdx,0x8(%rax)
    4779:	cmp    %r14d,%r8d
    477c:	jle    48c3 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x743>
    4782:	test   %esi,%esi
    4784:	js     47b6 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x636>
    4786:	mov    %r14d,%edi
    4789:	jmp    42a5 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x125>
    478e:	xchg   %ax,%ax
    4790:	mov    -0x50(%rsp),%edi
    4794:	mov    %rdx,(%rax)
    4797:	mov    %rdx,0x8(%rax)
    479b:	cmp    %edi,%r8d
    479e:	jle    4978 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x7f8>
    47a4:	test   %r14d,%r14d
    47a7:	js     432a <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1aa>
    47ad:	cmp    %r14d,%r8d
    47b0:	jle    48c3 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x743>
    47b6:	mov    %rdx,0x10(%rax)
    47ba:	cmp    %r13d,%r8d
    47bd:	jle    42d9 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x159>
    47c3:	mov    %rdx,0x18(%rax)
    47c7:	cmp    %ebx,%r8d
    47ca:	jg     42f9 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x179>
    47d0:	mov    %rdx,0x20(%rax)
    47d4:	cmp    %r11d,%r8d
    47d7:	jle    4888 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x708>
    47dd:	test   %esi,%esi
    47df:	js     4306 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x186>
    47e5:	cmp    %esi,%r10d
    47e8:	jle    4306 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x186>
    47ee:	mov    %r10d,%edi
    47f1:	imul   %r11d,%edi
    47f5:	add    %esi,%edi
    47f7:	imul   %r9d,%edi
    47fb:	movslq %edi,%rdi
    47fe:	add    %rcx,%rdi
    4801:	lea    (%r15,%rdi,4),%rdi
    4805:	mov    %rdi,0x28(%rax)
    4809:	vmovd  %xmm3,%edi
    480d:	cmp    %edi,%r8d
    4810:	jle    4360 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1e0>
    4816:	test   %edi,%edi
    4818:	js     4360 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1e0>
    481e:	vmovd  %xmm3,%edi
    4822:	imul   %r10d,%edi
    4826:	add    %esi,%edi
    4828:	imul   %r9d,%edi
    482c:	movslq %edi,%rdi
    482f:	add    %rcx,%rdi
    4832:	lea    (%r15,%rdi,4),%rdi
    4836:	jmp    4363 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1e3>
    483b:	imul   %r10d,%edi
    483f:	add    %esi,%edi
    4841:	imul   %r9d,%edi
    4845:	movslq %edi,%rdi
    4848:	add    %rcx,%rdi
    484b:	lea    (%r15,%rdi,4),%rdi
    484f:	mov    %rdi,0x18(%rax)
    4853:	mov    %ebx,%edi
    4855:	cmp    %ebx,%r8d
    4858:	jle    47d0 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x650>
    485e:	imul   %r10d,%edi
    4862:	add    %esi,%edi
    4864:	imul   %r9d,%edi
    4868:	movslq %edi,%rdi
    486b:	add    %rcx,%rdi
    486e:	lea    (%r15,%rdi,4),%rdi
    4872:	mov    %rdi,0x20(%rax)
    4876:	test   %r11d,%r11d
    4879:	js     4350 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1d0>
    487f:	cmp    %r11d,%r8d
    4882:	jg     47ee <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x66e>
    4888:	mov    %rdx,0x28(%rax)
    488c:	test   %esi,%esi
    488e:	js     4360 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1e0>
    4894:	vmovd  %xmm3,%edi
    4898:	cmp    %edi,%r8d
    489b:	jle    4360 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1e0>
    48a1:	cmp    %esi,%r10d
    48a4:	jg     481e <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x69e>
    48aa:	jmp    4360 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1e0>
    48af:	mov    -0x50(%rsp),%edi
    48b3:	mov    %rdx,(%rax)
    48b6:	cmp    %edi,%r8d
    48b9:	jle    49aa <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x82a>
    48bf:	mov    %rdx,0x8(%rax)
    48c3:	mov    %rdx,0x10(%rax)
    48c7:	vmovd  %r13d,%xmm7
    48cc:	cmp    %r13d,%r8d
    48cf:	jle    42d9 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x159>
    48d5:	test   %esi,%esi
    48d7:	js     4a1b <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x89b>
    48dd:	mov    %ebx,%edi
    48df:	cmp    %esi,%r10d
    48e2:	jle    42db <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x15b>
    48e8:	vmovd  %xmm7,%r12d
    48ed:	imul   %r10d,%r12d
    48f1:	add    %esi,%r12d
    48f4:	imul   %r9d,%r12d
    48f8:	movslq %r12d,%r12
    48fb:	add    %rcx,%r12
    48fe:	lea    (%r15,%r12,4),%r12
    4902:	mov    %r12,0x18(%rax)
    4906:	test   %ebx,%ebx
    4908:	js     4343 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1c3>
    490e:	cmp    %ebx,%r8d
    4911:	jg     485e <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6de>
    4917:	jmp    47d0 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x650>
    491c:	cmp    %ebx,%r8d
    491f:	jle    47d0 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x650>
    4925:	test   %esi,%esi
    4927:	jns    49f9 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x879>
    492d:	mov    %rdx,0x20(%rax)
    4931:	jmp    4306 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x186>
    4936:	test   %r8d,%r8d
    4939:	jg     49ce <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x84e>
    493f:	mov    %rdx,0x10(%rax)
    4943:	mov    %rdx,0x18(%rax)
    4947:	cmp    %ebx,%r8d
    494a:	jle    47d0 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x650>
    4950:	test   %esi,%esi
    4952:	jns    49f9 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x879>
    4958:	jmp    492d <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x7ad>
    495a:	nopw   0x0(%rax,%rax,1)
    4960:	cmp    %r13d,%r8d
    4963:	jle    4997 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x817>
    4965:	test   %esi,%esi
    4967:	jns    49c4 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x844>
    4969:	mov    %rdx,0x18(%rax)
    496d:	jmp    42f9 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x179>
    4972:	nopw   0x0(%rax,%rax,1)
    4978:	cmp    %r14d,%r8d
    497b:	jg     47b6 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x636>
    4981:	mov    %rdx,0x10(%rax)
    4985:	cmp    %r13d,%r8d
    4988:	jle    42d9 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x159>
    498e:	mov    %rdx,0x18(%rax)
    4992:	jmp    42f9 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x179>
    4997:	mov    %rdx,0x18(%rax)
    499b:	cmp    %ebx,%r8d
    499e:	jle    47d0 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x650>
    49a4:	test   %esi,%esi
    49a6:	jns    49f9 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x879>
    49a8:	jmp    492d <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x7ad>
    49aa:	mov    %rdx,0x8(%rax)
    49ae:	cmp    %r14d,%r8d
    49b1:	jg     48c3 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x743>
    49b7:	mov    %rdx,0x10(%rax)
    49bb:	cmp    %r13d,%r8d
    49be:	jle    42d9 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x159>
    49c4:	vmovd  %r13d,%xmm7
    49c9:	jmp    48dd <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x75d>
    49ce:	test   %esi,%esi
    49d0:	js     4a9b <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x91b>
    49d6:	cmp    %esi,%r10d
    49d9:	jg     4aba <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x93a>
    49df:	mov    %rdx,0x10(%rax)
    49e3:	cmp    $0x1,%r8d
    49e7:	jne    4ad4 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x954>
    49ed:	mov    %rdx,0x18(%rax)
    49f1:	test   %ebx,%ebx
    49f3:	jg     47d0 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x650>
    49f9:	mov    %ebx,%edi
    49fb:	jmp    42f0 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x170>
    4a00:	mov    %rdx,0x8(%rax)
    4a04:	cmp    $0x1,%r8d
    4a08:	jne    47b6 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x636>
    4a0e:	mov    %rdx,0x10(%rax)
    4a12:	test   %r13d,%r13d
    4a15:	jg     42d9 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x159>
    4a1b:	cmpl   $0xfffffffd,-0x50(%rsp)
    4a20:	mov    %rdx,0x18(%rax)
    4a24:	jge    42f9 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x179>
    4a2a:	mov    %rdx,0x20(%rax)
    4a2e:	test   %r11d,%r11d
    4a31:	js     4350 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1d0>
    4a37:	cmp    %r11d,%r8d
    4a3a:	jg     4306 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x186>
    4a40:	jmp    4888 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x708>
    4a45:	test   %r8d,%r8d
    4a48:	jle    4a89 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x909>
    4a4a:	test   %esi,%esi
    4a4c:	js     4a00 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x880>
    4a4e:	cmp    %esi,%r10d
    4a51:	jle    48bf <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x73f>
    4a57:	movslq -0x60(%rsp),%rdi
    4a5c:	add    %rcx,%rdi
    4a5f:	lea    (%r15,%rdi,4),%rdi
    4a63:	mov    %rdi,0x8(%rax)
    4a67:	cmp    $0x1,%r8d
    4a6b:	je     4aec <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x96c>
    4a6d:	mov    $0x1,%edi
    4a72:	jmp    42ae <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x12e>
    4a77:	mov    %rdx,0x8(%rax)
    4a7b:	cmp    %r14d,%r8d
    4a7e:	jg     4786 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x606>
    4a84:	jmp    49b7 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x837>
    4a89:	mov    %rdx,0x8(%rax)
    4a8d:	cmp    %r14d,%r8d
    4a90:	jle    48c3 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x743>
    4a96:	jmp    4782 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x602>
    4a9b:	mov    %rdx,0x10(%rax)
    4a9f:	cmp    $0x1,%r8d
    4aa3:	jne    47c3 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x643>
    4aa9:	mov    %rdx,0x18(%rax)
    4aad:	test   %ebx,%ebx
    4aaf:	jle    492d <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x7ad>
    4ab5:	jmp    47d0 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x650>
    4aba:	movslq -0x58(%rsp),%rdi
    4abf:	add    %rcx,%rdi
    4ac2:	lea    (%r15,%rdi,4),%rdi
    4ac6:	mov    %rdi,0x10(%rax)
    4aca:	mov    $0x1,%edi
    4acf:	jmp    42d0 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x150>
    4ad4:	mov    %rdx,0x18(%rax)
    4ad8:	cmp    $0x2,%r8d
    4adc:	je     47d0 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x650>
    4ae2:	mov    $0x2,%edi
    4ae7:	jmp    42f0 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x170>
    4aec:	mov    %rdx,0x10(%rax)
    4af0:	test   %r13d,%r13d
    4af3:	jle    49c4 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x844>
    4af9:	jmp    42d9 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x159>
    4afe:	xchg   %ax,%ax

0000000000004b00 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)>:
    4b00:	push   %rbp
    4b01:	vmovq  %rdx,%xmm16
    4b07:	mov    %rsp,%rbp
    4b0a:	push   %r15
    4b0c:	push   %r14
    4b0e:	push   %r13
    4b10:	push   %r12
    4b12:	mov    %rsi,%r12
    4b15:	push   %rbx
    4b16:	sub    $0x890,%rsp
    4b1d:	movslq 0x30(%rdi),%rdx
    4b21:	movslq 0x3c(%rdi),%r14
    4b25:	movslq 0x34(%rdi),%r13
    4b29:	mov    %rdx,%rax
    4b2c:	imul   (%rsi),%rdx
    4b30:	mov    %r14d,-0x54(%rsp)
    4b35:	imul   %rdx,%r13
    4b39:	test   %r14d,%r14d
    4b3c:	jle    4fd3 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x4d3>
    4b42:	mov    %rdi,%rbx
    4b45:	mov    %rcx,%rdi
    4b48:	lea    -0x38(%rsp),%rcx
    4b4d:	movq   $0x0,-0x40(%rsp)
    4b56:	imul   %r14,%rdi
    4b5a:	mov    %rcx,-0x68(%rsp)
    4b5f:	lea    0x188(%rsp),%rcx
    4b67:	vbroadcastss 0x0(%rip),%zmm12        # 4b71 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x71>
    4b71:	mov    %rcx,-0x60(%rsp)
    4b76:	mov    %r14,%rcx
    4b79:	vbroadcastss 0x0(%rip),%zmm11        # 4b83 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x83>
    4b83:	mov    %r13,%r14
    4b86:	vbroadcastss 0x0(%rip),%zmm10        # 4b90 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x90>
    4b90:	xor    %esi,%esi
    4b92:	mov    %rcx,%r13
    4b95:	vbroadcastss 0x0(%rip),%zmm9        # 4b9f <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x9f>
    4b9f:	lea    0x0(,%rdi,8),%r9
    4ba7:	lea    (%rdi,%rdi,2),%r10
    4bab:	mov    %rdi,%rdx
    4bae:	vbroadcastss 0x0(%rip),%zmm8        # 4bb8 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0xb8>
    4bb8:	sub    %rdi,%r9
    4bbb:	shl    $0x4,%rdx
    4bbf:	lea    (%rdi,%rdi,4),%r11
    4bc3:	lea    0x0(,%r10,4),%r15
    4bcb:	shl    $0x2,%r9
    4bcf:	shl    $0x3,%r10
    4bd3:	vbroadcastss 0x0(%rip),%zmm7        # 4bdd <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0xdd>
    4bdd:	vbroadcastss 0x0(%rip),%zmm14        # 4be7 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0xe7>
    4be7:	mov    %r9,-0x70(%rsp)
    4bec:	mov    %rdx,%r9
    4bef:	mov    %r10,%rdx
    4bf2:	vbroadcastss 0x0(%rip),%zmm13        # 4bfc <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0xfc>
    4bfc:	mov    %r12,%r10
    4bff:	shl    $0x2,%r11
    4c03:	mov    %rbx,%r12
    4c06:	vxorps %xmm15,%xmm15,%xmm15
    4c0b:	mov    %rdx,%rbx
    4c0e:	mov    0x10(%r12),%rdx
    4c13:	mov    -0x40(%rsp),%rcx
    4c18:	mov    %rsi,-0x48(%rsp)
    4c1d:	mov    %eax,%esi
    4c1f:	mov    -0x68(%rsp),%r8
    4c24:	mov    -0x70(%rsp),%rax
    4c29:	vmovups (%rdx,%rcx,1),%zmm4
    4c30:	vmovq  %xmm16,%rdx
    4c36:	mov    %r8,-0x50(%rsp)
    4c3b:	add    %rdx,%rcx
    4c3e:	mov    -0x60(%rsp),%rdx
    4c43:	nopl   0x0(%rax,%rax,1)
    4c48:	vmovups (%rcx,%r15,1),%zmm6
    4c4f:	vaddps (%rcx,%r9,1),%zmm6,%zmm3
    4c56:	add    $0x40,%r8
    4c5a:	vsubps (%rcx,%r9,1),%zmm6,%zmm1
    4c61:	vmovups (%rcx,%rdi,4),%zmm5
    4c68:	vaddps (%rcx,%rdi,8),%zmm5,%zmm19
    4c6f:	vsubps (%rcx,%rdi,8),%zmm5,%zmm5
    4c76:	vaddps (%rcx),%zmm19,%zmm2
    4c7c:	vmovaps %zmm3,%zmm17
    4c82:	vmovups (%rcx,%r11,1),%zmm0
    4c89:	vmovaps %zmm1,%zmm18
    4c8f:	vfmadd132ps %zmm12,%zmm5,%zmm18
    4c95:	vfmadd132ps %zmm10,%zmm19,%zmm17
    4c9b:	vfmadd132ps %zmm8,%zmm5,%zmm1
    4ca1:	vaddps %zmm3,%zmm2,%zmm2
    4ca7:	vfmadd132ps %zmm14,%zmm19,%zmm3
    4cad:	vaddps %zmm2,%zmm0,%zmm2
    4cb3:	vfmadd231ps %zmm11,%zmm0,%zmm18
    4cb9:	vfmadd231ps %zmm9,%zmm0,%zmm17
    4cbf:	vfmadd231ps %zmm7,%zmm0,%zmm1
    4cc5:	vfmadd132ps %zmm13,%zmm3,%zmm0
    4ccb:	vmovups %zmm2,-0x40(%r8)
    4cd2:	vaddps (%rcx,%rbx,1),%zmm0,%zmm0
    4cd9:	add    %rax,%rcx
    4cdc:	vmovups %zmm18,0x180(%r8)
    4ce3:	vmovups %zmm17,0x340(%r8)
    4cea:	vmovups %zmm1,0x500(%r8)
    4cf1:	vmovups %zmm0,0x6c0(%r8)
    4cf8:	cmp    %r8,%rdx
    4cfb:	jne    4c48 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x148>
    4d01:	mov    %esi,%eax
    4d03:	mov    -0x48(%rsp),%rsi
    4d08:	mov    %rdi,-0x48(%rsp)
    4d0d:	xor    %r8d,%r8d
    4d10:	mov    -0x50(%rsp),%rdx
    4d15:	vmovq  %r15,%xmm3
    4d1a:	vmovups 0xc0(%rdx),%zmm6
    4d21:	mov    0x8(%r10),%ecx
    4d25:	vaddps 0x100(%rdx),%zmm6,%zmm21
    4d2c:	vsubps 0x100(%rdx),%zmm6,%zmm17
    4d33:	vmovups 0x40(%rdx),%zmm5
    4d3a:	add    %r8d,%ecx
    4d3d:	vsubps 0x80(%rdx),%zmm5,%zmm18
    4d44:	vaddps 0x80(%rdx),%zmm5,%zmm22
    4d4b:	vaddps (%rdx),%zmm22,%zmm2
    4d51:	vmovaps %zmm17,%zmm19
    4d57:	vmovaps %zmm21,%zmm20
    4d5d:	vmovups 0x140(%rdx),%zmm0
    4d64:	vfmadd132ps %zmm12,%zmm18,%zmm19
    4d6a:	vfmadd132ps %zmm8,%zmm18,%zmm17
    4d70:	vmovups 0x180(%rdx),%zmm18
    4d77:	vfmadd132ps %zmm10,%zmm22,%zmm20
    4d7d:	vaddps %zmm21,%zmm2,%zmm2
    4d83:	vaddps %zmm0,%zmm2,%zmm2
    4d89:	vfmadd231ps %zmm11,%zmm0,%zmm19
    4d8f:	vfmadd231ps %zmm7,%zmm0,%zmm17
    4d95:	vfmadd231ps %zmm9,%zmm0,%zmm20
    4d9b:	cmp    %eax,%ecx
    4d9d:	jge    4fac <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x4ac>
    4da3:	mov    0xc(%r10),%r15d
    4da7:	mov    0x34(%r12),%eax
    4dac:	cmp    %eax,%r15d
    4daf:	jge    4f91 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x491>
    4db5:	imul   %ecx,%eax
    4db8:	mov    0x18(%r12),%rdi
    4dbd:	vaddps %zmm2,%zmm4,%zmm2
    4dc3:	add    %r15d,%eax
    4dc6:	cltq
    4dc8:	add    %r14,%rax
    4dcb:	imul   %r13,%rax
    4dcf:	add    %rsi,%rax
    4dd2:	test   %rdi,%rdi
    4dd5:	je     4dde <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x2de>
    4dd7:	vaddps (%rdi,%rax,4),%zmm2,%zmm2
    4dde:	cmpb   $0x0,0x44(%r12)
    4de4:	je     4df3 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x2f3>
    4de6:	vcmpnltps %zmm15,%zmm2,%k1
    4ded:	vmovaps %zmm2,%zmm2{%k1}{z}
    4df3:	mov    0x20(%r12),%rdi
    4df8:	vmovups %zmm2,(%rdi,%rax,4)
    4dff:	mov    0xc(%r10),%edi
    4e03:	mov    0x34(%r12),%eax
    4e08:	lea    0x1(%rdi),%r15d
    4e0c:	cmp    %eax,%r15d
    4e0f:	jge    4f91 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x491>
    4e15:	imul   %ecx,%eax
    4e18:	mov    0x18(%r12),%r15
    4e1d:	vaddps %zmm19,%zmm4,%zmm2
    4e23:	lea    0x1(%rdi,%rax,1),%eax
    4e27:	cltq
    4e29:	add    %r14,%rax
    4e2c:	imul   %r13,%rax
    4e30:	add    %rsi,%rax
    4e33:	test   %r15,%r15
    4e36:	je     4e3f <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x33f>
    4e38:	vaddps (%r15,%rax,4),%zmm2,%zmm2
    4e3f:	cmpb   $0x0,0x44(%r12)
    4e45:	je     4e54 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x354>
    4e47:	vcmpnltps %zmm15,%zmm2,%k1
    4e4e:	vmovaps %zmm2,%zmm2{%k1}{z}
    4e54:	mov    0x20(%r12),%rdi
    4e59:	vmovups %zmm2,(%rdi,%rax,4)
    4e60:	mov    0xc(%r10),%edi
    4e64:	mov    0x34(%r12),%eax
    4e69:	lea    0x2(%rdi),%r15d
    4e6d:	cmp    %eax,%r15d
    4e70:	jge    4f91 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x491>
    4e76:	imul   %ecx,%eax
    4e79:	mov    0x18(%r12),%r15
    4e7e:	vaddps %zmm20,%zmm4,%zmm2
    4e84:	lea    0x2(%rdi,%rax,1),%eax
    4e88:	cltq
    4e8a:	add    %r14,%rax
    4e8d:	imul   %r13,%rax
    4e91:	add    %rsi,%rax
    4e94:	test   %r15,%r15
    4e97:	je     4ea0 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x3a0>
    4e99:	vaddps (%r15,%rax,4),%zmm2,%zmm2
    4ea0:	cmpb   $0x0,0x44(%r12)
    4ea6:	je     4eb5 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x3b5>
    4ea8:	vcmpnltps %zmm15,%zmm2,%k1
    4eaf:	vmovaps %zmm2,%zmm2{%k1}{z}
    4eb5:	mov    0x20(%r12),%rdi
    4eba:	vmovups %zmm2,(%rdi,%rax,4)
    4ec1:	mov    0xc(%r10),%edi
    4ec5:	mov    0x34(%r12),%eax
    4eca:	lea    0x3(%rdi),%r15d
    4ece:	cmp    %eax,%r15d
    4ed1:	jge    4f91 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x491>
    4ed7:	imul   %ecx,%eax
    4eda:	mov    0x18(%r12),%r15
    4edf:	vaddps %zmm17,%zmm4,%zmm17
    4ee5:	lea    0x3(%rdi,%rax,1),%eax
    4ee9:	cltq
    4eeb:	add    %r14,%rax
    4eee:	imul   %r13,%rax
    4ef2:	add    %rsi,%rax
    4ef5:	test   %r15,%r15
    4ef8:	je     4f01 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x401>
    4efa:	vaddps (%r15,%rax,4),%zmm17,%zmm17
    4f01:	cmpb   $0x0,0x44(%r12)
    4f07:	je     4f16 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x416>
    4f09:	vcmpnltps %zmm15,%zmm17,%k1
    4f10:	vmovaps %zmm17,%zmm17{%k1}{z}
    4f16:	mov    0x20(%r12),%rdi
    4f1b:	vmovups %zmm17,(%rdi,%rax,4)
    4f22:	mov    0xc(%r10),%r15d
    4f26:	mov    0x34(%r12),%edi
    4f2b:	lea    0x4(%r15),%eax
    4f2f:	cmp    %edi,%eax
    4f31:	jge    4f91 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x491>
    4f33:	vfmadd132ps %zmm14,%zmm22,%zmm21
    4f39:	imul   %edi,%ecx
    4f3c:	lea    0x4(%r15,%rcx,1),%eax
    4f41:	mov    0x18(%r12),%rcx
    4f46:	cltq
    4f48:	vfmadd132ps %zmm13,%zmm21,%zmm0
    4f4e:	add    %r14,%rax
    4f51:	imul   %r13,%rax
    4f55:	add    %rsi,%rax
    4f58:	vaddps %zmm18,%zmm0,%zmm0
    4f5e:	vaddps %zmm4,%zmm0,%zmm0
    4f64:	test   %rcx,%rcx
    4f67:	je     4f70 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x470>
    4f69:	vaddps (%rcx,%rax,4),%zmm0,%zmm0
    4f70:	cmpb   $0x0,0x44(%r12)
    4f76:	je     4f85 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x485>
    4f78:	vcmpnltps %zmm15,%zmm0,%k1
    4f7f:	vmovaps %zmm0,%zmm0{%k1}{z}
    4f85:	mov    0x20(%r12),%rcx
    4f8a:	vmovups %zmm0,(%rcx,%rax,4)
    4f91:	add    $0x1,%r8d
    4f95:	add    $0x1c0,%rdx
    4f9c:	cmp    $0x5,%r8d
    4fa0:	je     4fac <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x4ac>
    4fa2:	mov    0x30(%r12),%eax
    4fa7:	jmp    4d1a <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x21a>
    4fac:	addq   $0x40,-0x40(%rsp)
    4fb2:	mov    -0x48(%rsp),%rdi
    4fb7:	vmovq  %xmm3,%r15
    4fbc:	add    $0x10,%rsi
    4fc0:	cmp    %esi,-0x54(%rsp)
    4fc4:	jle    4fd0 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x4d0>
    4fc6:	mov    0x30(%r12),%eax
    4fcb:	jmp    4c0e <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x10e>
    4fd0:	vzeroupper
    4fd3:	add    $0x890,%rsp
    4fda:	pop    %rbx
    4fdb:	pop    %r12
    4fdd:	pop    %r13
    4fdf:	pop    %r14
    4fe1:	pop    %r15
    4fe3:	pop    %rbp
    4fe4:	ret
    4fe5:	data16 cs nopw 0x0(%rax,%rax,1)

0000000000004ff0 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)>:
    4ff0:	push   %rbp
    4ff1:	vmovq  %rcx,%xmm6
    4ff6:	mov    %rsp,%rbp
    4ff9:	push   %r15
    4ffb:	push   %r14
    4ffd:	push   %r13
    4fff:	push   %r12
    5001:	push   %rbx
    5002:	sub    $0x11d0,%rsp
    5009:	mov    %rdx,-0x70(%rsp)
    500e:	mov    %r8,%rdx
    5011:	lea    0x1c8(%rsp),%r8
    5019:	mov    %r8,-0x68(%rsp)
    501e:	movslq 0x30(%rdi),%rcx
    5022:	movslq 0x34(%rdi),%rax
    5026:	movslq 0x38(%rdi),%r14
    502a:	mov    (%rdi),%r15
    502d:	mov    %rcx,%r9
    5030:	imul   (%rsi),%rcx
    5034:	mov    %rax,%rdi
    5037:	mov    0x8(%rsi),%r10d
    503b:	mov    0xc(%rsi),%esi
    503e:	mov    %r14d,-0x4c(%rsp)
    5043:	vmovq  %r14,%xmm7
    5048:	lea    0x5(%r10),%r12d
    504c:	mov    %r10d,-0x48(%rsp)
    5051:	lea    0x2(%r10),%r13d
    5055:	imul   %rcx,%rax
    5059:	sub    $0x1,%esi
    505c:	lea    0x3(%r10),%ebx
    5060:	lea    0x4(%r10),%r11d
    5064:	imul   %r14,%rax
    5068:	mov    %rax,%rcx
    506b:	lea    -0x1(%r10),%eax
    506f:	vmovd  %eax,%xmm5
    5073:	lea    0x1(%r10),%eax
    5077:	mov    %eax,-0x40(%rsp)
    507b:	lea    0x6(%r10),%eax
    507f:	vmovd  %eax,%xmm4
    5083:	lea    -0x38(%rsp),%rax
    5088:	mov    %rax,-0x60(%rsp)
    508d:	mov    %r14d,%eax
    5090:	imul   %esi,%eax
    5093:	mov    %eax,-0x50(%rsp)
    5097:	mov    %edi,%eax
    5099:	imul   %r10d,%eax
    509d:	mov    -0x4c(%rsp),%r10d
    50a2:	add    %esi,%eax
    50a4:	imul   %r14d,%eax
    50a8:	mov    %r15,%r14
    50ab:	mov    %rcx,%r15
    50ae:	mov    %r12d,%ecx
    50b1:	mov    %eax,-0x58(%rsp)
    50b5:	mov    -0x60(%rsp),%rax
    50ba:	vmovd  %xmm5,%r8d
    50bf:	test   %r8d,%r8d
    50c2:	js     521d <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x22d>
    50c8:	cmp    %r8d,%r9d
    50cb:	jle    5672 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x682>
    50d1:	test   %esi,%esi
    50d3:	js     57c8 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x7d8>
    50d9:	cmp    %esi,%edi
    50db:	jle    575d <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x76d>
    50e1:	imul   %edi,%r8d
    50e5:	mov    -0x50(%rsp),%r12d
    50ea:	imul   %r10d,%r8d
    50ee:	add    %r12d,%r8d
    50f1:	movslq %r8d,%r8
    50f4:	add    %r15,%r8
    50f7:	lea    (%r14,%r8,4),%r8
    50fb:	mov    %r8,(%rax)
    50fe:	mov    -0x48(%rsp),%r8d
    5103:	cmp    %r8d,%r9d
    5106:	jg     5927 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x937>
    510c:	mov    -0x40(%rsp),%r8d
    5111:	mov    %rdx,0x8(%rax)
    5115:	cmp    %r8d,%r9d
    5118:	jle    58c5 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x8d5>
    511e:	mov    -0x40(%rsp),%r8d
    5123:	cmp    %esi,%edi
    5125:	jle    5772 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x782>
    512b:	imul   %edi,%r8d
    512f:	add    %esi,%r8d
    5132:	imul   %r10d,%r8d
    5136:	movslq %r8d,%r8
    5139:	add    %r15,%r8
    513c:	cmpl   $0xfffffffe,-0x48(%rsp)
    5141:	lea    (%r14,%r8,4),%r8
    5145:	mov    %r8,0x10(%rax)
    5149:	mov    %r13d,%r8d
    514c:	jl     524a <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x25a>
    5152:	cmp    %r8d,%r9d
    5155:	jle    569c <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6ac>
    515b:	imul   %edi,%r8d
    515f:	add    %esi,%r8d
    5162:	imul   %r10d,%r8d
    5166:	movslq %r8d,%r8
    5169:	add    %r15,%r8
    516c:	lea    (%r14,%r8,4),%r8
    5170:	mov    %r8,0x18(%rax)
    5174:	mov    %ebx,%r8d
    5177:	cmp    %ebx,%r9d
    517a:	jle    5753 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x763>
    5180:	imul   %edi,%r8d
    5184:	vmovd  %r11d,%xmm3
    5189:	add    %esi,%r8d
    518c:	imul   %r10d,%r8d
    5190:	movslq %r8d,%r8
    5193:	add    %r15,%r8
    5196:	lea    (%r14,%r8,4),%r8
    519a:	mov    %r8,0x20(%rax)
    519e:	test   %r11d,%r11d
    51a1:	js     5263 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x273>
    51a7:	cmp    %r11d,%r9d
    51aa:	jle    56f9 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x709>
    51b0:	vmovd  %xmm3,%r8d
    51b5:	imul   %edi,%r8d
    51b9:	add    %esi,%r8d
    51bc:	imul   %r10d,%r8d
    51c0:	movslq %r8d,%r8
    51c3:	add    %r15,%r8
    51c6:	lea    (%r14,%r8,4),%r8
    51ca:	mov    %r8,0x28(%rax)
    51ce:	test   %ecx,%ecx
    51d0:	js     526f <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x27f>
    51d6:	cmp    %ecx,%r9d
    51d9:	jg     570e <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x71e>
    51df:	mov    %rdx,0x30(%rax)
    51e3:	vmovd  %xmm4,%r8d
    51e8:	cmp    %r8d,%r9d
    51eb:	jle    5281 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x291>
    51f1:	test   %esi,%esi
    51f3:	js     5281 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x291>
    51f9:	cmp    %esi,%edi
    51fb:	jle    5281 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x291>
    5201:	vmovd  %xmm4,%r8d
    5206:	imul   %edi,%r8d
    520a:	add    %esi,%r8d
    520d:	imul   %r10d,%r8d
    5211:	movslq %r8d,%r8
    5214:	add    %r15,%r8
    5217:	lea    (%r14,%r8,4),%r8
    521b:	jmp    5284 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x294>
    521d:	mov    -0x48(%rsp),%r8d
    5222:	mov    %rdx,(%rax)
    5225:	test   %r8d,%r8d
    5228:	je     59b2 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x9c2>
    522e:	cmpl   $0xffffffff,-0x48(%rsp)
    5233:	mov    %rdx,0x8(%rax)
    5237:	je     5858 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x868>
    523d:	mov    %rdx,0x10(%rax)
    5241:	test   %r13d,%r13d
    5244:	jns    582a <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x83a>
    524a:	mov    %rdx,0x18(%rax)
    524e:	test   %ebx,%ebx
    5250:	jns    5802 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x812>
    5256:	mov    %rdx,0x20(%rax)
    525a:	test   %r11d,%r11d
    525d:	jns    56f0 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x700>
    5263:	mov    %rdx,0x28(%rax)
    5267:	test   %ecx,%ecx
    5269:	jns    56fd <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x70d>
    526f:	vmovd  %xmm4,%r8d
    5274:	mov    %rdx,0x30(%rax)
    5278:	test   %r8d,%r8d
    527b:	jns    51e3 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1f3>
    5281:	mov    %rdx,%r8
    5284:	mov    %r8,0x38(%rax)
    5288:	add    $0x1,%esi
    528b:	add    $0x40,%rax
    528f:	add    %r10d,-0x50(%rsp)
    5294:	add    %r10d,-0x58(%rsp)
    5299:	cmp    %rax,-0x68(%rsp)
    529e:	jne    50ba <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xca>
    52a4:	mov    -0x4c(%rsp),%r9d
    52a9:	mov    -0x68(%rsp),%r8
    52ae:	vmovq  %xmm7,%r14
    52b3:	test   %r9d,%r9d
    52b6:	jle    5660 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x670>
    52bc:	mov    -0x70(%rsp),%rax
    52c1:	movq   $0x0,-0x40(%rsp)
    52ca:	lea    0x1000(%r8),%rsi
    52d1:	vbroadcastss 0x0(%rip),%zmm10        # 52db <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x2eb>
    52db:	vbroadcastss 0x0(%rip),%zmm9        # 52e5 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x2f5>
    52e5:	vbroadcastss 0x0(%rip),%zmm8        # 52ef <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x2ff>
    52ef:	mov    %rax,-0x48(%rsp)
    52f4:	vmovq  %xmm6,%rax
    52f9:	vbroadcastss 0x0(%rip),%zmm15        # 5303 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x313>
    5303:	imul   %r14,%rax
    5307:	vbroadcastss 0x0(%rip),%zmm7        # 5311 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x321>
    5311:	vbroadcastss 0x0(%rip),%zmm14        # 531b <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x32b>
    531b:	vbroadcastss 0x0(%rip),%zmm13        # 5325 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x335>
    5325:	vbroadcastss 0x0(%rip),%zmm6        # 532f <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x33f>
    532f:	vbroadcastss 0x0(%rip),%zmm12        # 5339 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x349>
    5339:	lea    (%rax,%rax,2),%r9
    533d:	mov    %rax,%r13
    5340:	mov    %rax,%r12
    5343:	mov    %rax,%r11
    5346:	lea    0x0(,%rax,4),%r15
    534e:	mov    %r9,%rbx
    5351:	lea    0x0(,%rax,8),%rdi
    5359:	vbroadcastss 0x0(%rip),%zmm11        # 5363 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x373>
    5363:	lea    (%r15,%rax,1),%r10
    5367:	sub    %rax,%rdi
    536a:	mov    %r15,%r14
    536d:	shl    $0x5,%r13
    5371:	shl    $0x6,%r12
    5375:	shl    $0x5,%rbx
    5379:	mov    %rsi,%r15
    537c:	shl    $0x7,%r11
    5380:	shl    $0x5,%r10
    5384:	shl    $0x6,%r9
    5388:	shl    $0x5,%rdi
    538c:	mov    -0x40(%rsp),%rax
    5391:	mov    %r8,-0x58(%rsp)
    5396:	mov    %r8,%rcx
    5399:	lea    0x0(,%rax,4),%rsi
    53a1:	mov    -0x60(%rsp),%rax
    53a6:	cs nopw 0x0(%rax,%rax,1)
    53b0:	mov    0x8(%rax),%rdx
    53b4:	add    $0x40,%rax
    53b8:	add    $0x40,%rcx
    53bc:	vmovups (%rdx,%rsi,1),%zmm24
    53c3:	mov    -0x30(%rax),%rdx
    53c7:	vmovups (%rdx,%rsi,1),%zmm3
    53ce:	mov    -0x28(%rax),%rdx
    53d2:	vmovaps %zmm24,%zmm25
    53d8:	vmovups (%rdx,%rsi,1),%zmm21
    53df:	mov    -0x20(%rax),%rdx
    53e3:	vmovaps %zmm3,%zmm20
    53e9:	vmovups (%rdx,%rsi,1),%zmm4
    53f0:	vmovaps %zmm21,%zmm2
    53f6:	mov    -0x18(%rax),%rdx
    53fa:	vfmadd132ps %zmm8,%zmm24,%zmm2
    5400:	vmovaps %zmm4,%zmm19
    5406:	vmovups (%rdx,%rsi,1),%zmm1
    540d:	mov    -0x10(%rax),%rdx
    5411:	vmulps %zmm14,%zmm4,%zmm5
    5417:	vfmadd132ps %zmm8,%zmm3,%zmm19
    541d:	vmovups (%rdx,%rsi,1),%zmm0
    5424:	mov    -0x40(%rax),%rdx
    5428:	vaddps %zmm2,%zmm1,%zmm2
    542e:	vfmsub213ps (%rdx,%rsi,1),%zmm10,%zmm20
    5435:	mov    -0x8(%rax),%rdx
    5439:	vaddps %zmm19,%zmm0,%zmm19
    543f:	vfmadd231ps %zmm13,%zmm3,%zmm5
    5445:	vaddps %zmm2,%zmm19,%zmm23
    544b:	vsubps %zmm2,%zmm19,%zmm19
    5451:	vmulps %zmm15,%zmm21,%zmm2
    5457:	vfmadd231ps %zmm9,%zmm4,%zmm20
    545d:	vfmsub132ps %zmm10,%zmm24,%zmm21
    5463:	vmulps %zmm12,%zmm4,%zmm4
    5469:	vaddps %zmm5,%zmm0,%zmm5
    546f:	vmovups %zmm23,0x1c0(%rcx)
    5476:	vmovups %zmm19,0x3c0(%rcx)
    547d:	vfmadd132ps %zmm7,%zmm2,%zmm25
    5483:	vfmadd231ps %zmm6,%zmm24,%zmm2
    5489:	vaddps %zmm20,%zmm0,%zmm20
    548f:	vfmadd132ps %zmm11,%zmm4,%zmm3
    5495:	vmovups %zmm20,-0x40(%rcx)
    549c:	vfmadd231ps %zmm7,%zmm1,%zmm2
    54a2:	vfmadd231ps %zmm6,%zmm1,%zmm25
    54a8:	vfmadd132ps %zmm9,%zmm21,%zmm1
    54ae:	vaddps %zmm3,%zmm0,%zmm0
    54b4:	vaddps %zmm2,%zmm0,%zmm3
    54ba:	vsubps %zmm2,%zmm0,%zmm0
    54c0:	vaddps %zmm25,%zmm5,%zmm22
    54c6:	vsubps %zmm25,%zmm5,%zmm5
    54cc:	vmovups %zmm0,0xbc0(%rcx)
    54d3:	vaddps (%rdx,%rsi,1),%zmm1,%zmm0
    54da:	vmovups %zmm22,0x5c0(%rcx)
    54e1:	vmovups %zmm5,0x7c0(%rcx)
    54e8:	vmovups %zmm3,0x9c0(%rcx)
    54ef:	vmovups %zmm0,0xdc0(%rcx)
    54f6:	cmp    %rax,%r8
    54f9:	jne    53b0 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x3c0>
    54ff:	mov    -0x58(%rsp),%rdx
    5504:	mov    -0x48(%rsp),%rax
    5509:	nopl   0x0(%rax)
    5510:	vmovups 0x100(%rdx),%zmm4
    5517:	vmovups 0x40(%rdx),%zmm22
    551e:	vmovaps %zmm8,%zmm2
    5524:	add    $0x200,%rdx
    552b:	vmovups -0x180(%rdx),%zmm3
    5532:	vfmadd132ps -0x140(%rdx),%zmm22,%zmm2
    5539:	vmovaps %zmm4,%zmm18
    553f:	vmovups -0x80(%rdx),%zmm0
    5546:	vmovups -0xc0(%rdx),%zmm1
    554d:	vmovaps %zmm22,%zmm23
    5553:	vfmadd132ps %zmm8,%zmm3,%zmm18
    5559:	vmovaps %zmm3,%zmm19
    555f:	vfmsub213ps -0x200(%rdx),%zmm10,%zmm19
    5566:	vmulps %zmm14,%zmm4,%zmm5
    556c:	vaddps %zmm2,%zmm1,%zmm2
    5572:	vaddps %zmm18,%zmm0,%zmm18
    5578:	vfmadd231ps %zmm9,%zmm4,%zmm19
    557e:	vmulps %zmm12,%zmm4,%zmm4
    5584:	vfmadd231ps %zmm13,%zmm3,%zmm5
    558a:	vaddps %zmm2,%zmm18,%zmm20
    5590:	vsubps %zmm2,%zmm18,%zmm18
    5596:	vmulps -0x140(%rdx),%zmm15,%zmm2
    559d:	vaddps %zmm19,%zmm0,%zmm19
    55a3:	vfmadd132ps %zmm11,%zmm4,%zmm3
    55a9:	vaddps %zmm5,%zmm0,%zmm5
    55af:	vfmadd132ps %zmm7,%zmm2,%zmm23
    55b5:	vfmadd231ps %zmm6,%zmm22,%zmm2
    55bb:	vmovups %zmm19,(%rax)
    55c1:	vmovups %zmm20,(%rax,%r13,1)
    55c8:	vmovups %zmm18,(%rax,%r12,1)
    55cf:	vaddps %zmm3,%zmm0,%zmm0
    55d5:	vfmadd231ps %zmm7,%zmm1,%zmm2
    55db:	vfmadd231ps %zmm6,%zmm1,%zmm23
    55e1:	vaddps %zmm2,%zmm0,%zmm3
    55e7:	vsubps %zmm2,%zmm0,%zmm0
    55ed:	vmovaps %zmm22,%zmm2
    55f3:	vfmsub231ps -0x140(%rdx),%zmm10,%zmm2
    55fa:	vaddps %zmm23,%zmm5,%zmm21
    5600:	vsubps %zmm23,%zmm5,%zmm5
    5606:	vmovups %zmm21,(%rax,%rbx,1)
    560d:	vmovups %zmm5,(%rax,%r11,1)
    5614:	vfmadd132ps %zmm9,%zmm2,%zmm1
    561a:	vmovups %zmm3,(%rax,%r10,1)
    5621:	vaddps -0x40(%rdx),%zmm1,%zmm1
    5628:	vmovups %zmm0,(%rax,%r9,1)
    562f:	vmovups %zmm1,(%rax,%rdi,1)
    5636:	add    %r14,%rax
    5639:	cmp    %r15,%rdx
    563c:	jne    5510 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x520>
    5642:	addq   $0x10,-0x40(%rsp)
    5648:	mov    -0x40(%rsp),%rax
    564d:	addq   $0x40,-0x48(%rsp)
    5653:	cmp    %eax,-0x4c(%rsp)
    5657:	jg     538c <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x39c>
    565d:	vzeroupper
    5660:	add    $0x11d0,%rsp
    5667:	pop    %rbx
    5668:	pop    %r12
    566a:	pop    %r13
    566c:	pop    %r14
    566e:	pop    %r15
    5670:	pop    %rbp
    5671:	ret
    5672:	mov    -0x40(%rsp),%r8d
    5677:	mov    %rdx,(%rax)
    567a:	mov    %rdx,0x8(%rax)
    567e:	cmp    %r8d,%r9d
    5681:	jle    5772 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x782>
    5687:	test   %esi,%esi
    5689:	jns    511e <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x12e>
    568f:	mov    %rdx,0x10(%rax)
    5693:	cmp    %r13d,%r9d
    5696:	jg     5746 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x756>
    569c:	mov    %ebx,%r8d
    569f:	mov    %rdx,0x18(%rax)
    56a3:	cmp    %ebx,%r9d
    56a6:	jle    5753 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x763>
    56ac:	test   %esi,%esi
    56ae:	js     58fe <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x90e>
    56b4:	vmovd  %r11d,%xmm3
    56b9:	cmp    %esi,%edi
    56bb:	jg     5180 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x190>
    56c1:	mov    %rdx,0x20(%rax)
    56c5:	cmp    %r11d,%r9d
    56c8:	jle    56f9 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x709>
    56ca:	test   %esi,%esi
    56cc:	js     5821 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x831>
    56d2:	cmp    %esi,%edi
    56d4:	jg     51b0 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1c0>
    56da:	mov    %rdx,0x28(%rax)
    56de:	cmp    %ecx,%r9d
    56e1:	jle    51df <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1ef>
    56e7:	mov    %rdx,0x30(%rax)
    56eb:	jmp    5281 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x291>
    56f0:	cmp    %r11d,%r9d
    56f3:	jg     5814 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x824>
    56f9:	mov    %rdx,0x28(%rax)
    56fd:	cmp    %ecx,%r9d
    5700:	jle    51df <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1ef>
    5706:	test   %esi,%esi
    5708:	js     56e7 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6f7>
    570a:	cmp    %esi,%edi
    570c:	jle    56e7 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6f7>
    570e:	mov    %edi,%r8d
    5711:	imul   %ecx,%r8d
    5715:	add    %esi,%r8d
    5718:	imul   %r10d,%r8d
    571c:	movslq %r8d,%r8
    571f:	add    %r15,%r8
    5722:	lea    (%r14,%r8,4),%r8
    5726:	mov    %r8,0x30(%rax)
    572a:	vmovd  %xmm4,%r8d
    572f:	cmp    %r8d,%r9d
    5732:	jle    5281 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x291>
    5738:	test   %r8d,%r8d
    573b:	js     5281 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x291>
    5741:	jmp    5201 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x211>
    5746:	mov    %rdx,0x18(%rax)
    574a:	cmp    %ebx,%r9d
    574d:	jg     589d <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x8ad>
    5753:	vmovd  %r11d,%xmm3
    5758:	jmp    56c1 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6d1>
    575d:	mov    -0x48(%rsp),%r8d
    5762:	mov    %rdx,(%rax)
    5765:	cmp    %r8d,%r9d
    5768:	jle    58b3 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x8c3>
    576e:	mov    %rdx,0x8(%rax)
    5772:	mov    %rdx,0x10(%rax)
    5776:	vmovd  %r13d,%xmm3
    577b:	cmp    %r13d,%r9d
    577e:	jle    569c <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6ac>
    5784:	test   %esi,%esi
    5786:	js     5988 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x998>
    578c:	mov    %ebx,%r8d
    578f:	cmp    %esi,%edi
    5791:	jle    569f <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6af>
    5797:	vmovd  %xmm3,%r12d
    579c:	imul   %edi,%r12d
    57a0:	add    %esi,%r12d
    57a3:	imul   %r10d,%r12d
    57a7:	movslq %r12d,%r12
    57aa:	add    %r15,%r12
    57ad:	lea    (%r14,%r12,4),%r12
    57b1:	mov    %r12,0x18(%rax)
    57b5:	test   %ebx,%ebx
    57b7:	js     5256 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x266>
    57bd:	cmp    %ebx,%r9d
    57c0:	jg     5180 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x190>
    57c6:	jmp    5753 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x763>
    57c8:	mov    -0x48(%rsp),%r8d
    57cd:	mov    %rdx,(%rax)
    57d0:	mov    %rdx,0x8(%rax)
    57d4:	cmp    %r8d,%r9d
    57d7:	mov    -0x40(%rsp),%r8d
    57dc:	jle    587e <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x88e>
    57e2:	test   %r8d,%r8d
    57e5:	js     523d <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x24d>
    57eb:	cmp    %r8d,%r9d
    57ee:	jle    5772 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x782>
    57f0:	mov    %rdx,0x10(%rax)
    57f4:	cmp    %r13d,%r9d
    57f7:	jle    569c <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6ac>
    57fd:	jmp    5746 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x756>
    5802:	cmp    %ebx,%r9d
    5805:	jg     586e <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x87e>
    5807:	mov    %rdx,0x20(%rax)
    580b:	cmp    %r11d,%r9d
    580e:	jle    56f9 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x709>
    5814:	vmovd  %r11d,%xmm3
    5819:	test   %esi,%esi
    581b:	jns    56d2 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6e2>
    5821:	mov    %rdx,0x28(%rax)
    5825:	jmp    56e7 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6f7>
    582a:	cmp    %r13d,%r9d
    582d:	jle    5956 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x966>
    5833:	test   %esi,%esi
    5835:	jns    58d2 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x8e2>
    583b:	mov    %rdx,0x18(%rax)
    583f:	cmp    %ebx,%r9d
    5842:	jg     589d <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x8ad>
    5844:	mov    %rdx,0x20(%rax)
    5848:	cmp    %r11d,%r9d
    584b:	jg     5821 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x831>
    584d:	jmp    56f9 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x709>
    5852:	nopw   0x0(%rax,%rax,1)
    5858:	test   %r9d,%r9d
    585b:	jg     58dc <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x8ec>
    585d:	mov    %rdx,0x10(%rax)
    5861:	mov    %rdx,0x18(%rax)
    5865:	cmp    %ebx,%r9d
    5868:	jle    5753 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x763>
    586e:	test   %esi,%esi
    5870:	js     594d <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x95d>
    5876:	mov    %ebx,%r8d
    5879:	jmp    56b4 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6c4>
    587e:	cmp    %r8d,%r9d
    5881:	jg     568f <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x69f>
    5887:	mov    %rdx,0x10(%rax)
    588b:	cmp    %r13d,%r9d
    588e:	jle    569c <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6ac>
    5894:	mov    %rdx,0x18(%rax)
    5898:	cmp    %ebx,%r9d
    589b:	jle    5844 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x854>
    589d:	mov    %rdx,0x20(%rax)
    58a1:	cmp    %r11d,%r9d
    58a4:	jg     56da <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6ea>
    58aa:	mov    %rdx,0x28(%rax)
    58ae:	jmp    56fd <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x70d>
    58b3:	mov    -0x40(%rsp),%r8d
    58b8:	mov    %rdx,0x8(%rax)
    58bc:	cmp    %r8d,%r9d
    58bf:	jg     5772 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x782>
    58c5:	mov    %rdx,0x10(%rax)
    58c9:	cmp    %r13d,%r9d
    58cc:	jle    569c <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6ac>
    58d2:	vmovd  %r13d,%xmm3
    58d7:	jmp    578c <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x79c>
    58dc:	test   %esi,%esi
    58de:	jns    5a0f <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xa1f>
    58e4:	mov    %rdx,0x10(%rax)
    58e8:	cmp    $0x1,%r9d
    58ec:	jne    5746 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x756>
    58f2:	mov    %rdx,0x18(%rax)
    58f6:	test   %ebx,%ebx
    58f8:	jg     5753 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x763>
    58fe:	cmpl   $0xfffffffc,-0x48(%rsp)
    5903:	mov    %rdx,0x20(%rax)
    5907:	jge    56da <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6ea>
    590d:	mov    %rdx,0x28(%rax)
    5911:	test   %ecx,%ecx
    5913:	js     526f <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x27f>
    5919:	cmp    %ecx,%r9d
    591c:	jg     56e7 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6f7>
    5922:	jmp    51df <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x1ef>
    5927:	movslq -0x58(%rsp),%r8
    592c:	mov    -0x40(%rsp),%r12d
    5931:	add    %r15,%r8
    5934:	lea    (%r14,%r8,4),%r8
    5938:	mov    %r8,0x8(%rax)
    593c:	mov    %r12d,%r8d
    593f:	cmp    %r12d,%r9d
    5942:	jg     5123 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x133>
    5948:	jmp    58c5 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x8d5>
    594d:	mov    %rdx,0x20(%rax)
    5951:	jmp    56da <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6ea>
    5956:	mov    %rdx,0x18(%rax)
    595a:	cmp    %ebx,%r9d
    595d:	jle    5753 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x763>
    5963:	test   %esi,%esi
    5965:	jns    5876 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x886>
    596b:	jmp    594d <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x95d>
    596d:	mov    %rdx,0x8(%rax)
    5971:	cmp    $0x1,%r9d
    5975:	jne    568f <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x69f>
    597b:	mov    %rdx,0x10(%rax)
    597f:	test   %r13d,%r13d
    5982:	jg     569c <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6ac>
    5988:	cmpl   $0xfffffffd,-0x48(%rsp)
    598d:	mov    %rdx,0x18(%rax)
    5991:	jge    5898 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x8a8>
    5997:	mov    %rdx,0x20(%rax)
    599b:	test   %r11d,%r11d
    599e:	js     5263 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x273>
    59a4:	cmp    %r11d,%r9d
    59a7:	jg     5821 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x831>
    59ad:	jmp    56f9 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x709>
    59b2:	test   %r9d,%r9d
    59b5:	jle    59f8 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xa08>
    59b7:	test   %esi,%esi
    59b9:	js     596d <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x97d>
    59bb:	cmp    %esi,%edi
    59bd:	jle    576e <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x77e>
    59c3:	movslq -0x58(%rsp),%r8
    59c8:	add    %r15,%r8
    59cb:	lea    (%r14,%r8,4),%r8
    59cf:	mov    %r8,0x8(%rax)
    59d3:	mov    $0x1,%r8d
    59d9:	cmp    $0x1,%r9d
    59dd:	jne    512b <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x13b>
    59e3:	mov    %rdx,0x10(%rax)
    59e7:	test   %r13d,%r13d
    59ea:	jle    58d2 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x8e2>
    59f0:	jmp    569c <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6ac>
    59f5:	nopl   (%rax)
    59f8:	mov    -0x40(%rsp),%r8d
    59fd:	mov    %rdx,0x8(%rax)
    5a01:	cmp    %r8d,%r9d
    5a04:	jle    5772 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x782>
    5a0a:	jmp    5687 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x697>
    5a0f:	cmp    %esi,%edi
    5a11:	jg     5a36 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xa46>
    5a13:	mov    %rdx,0x10(%rax)
    5a17:	cmp    $0x1,%r9d
    5a1b:	je     5a51 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0xa61>
    5a1d:	mov    %rdx,0x18(%rax)
    5a21:	cmp    $0x2,%r9d
    5a25:	je     5753 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x763>
    5a2b:	mov    $0x2,%r8d
    5a31:	jmp    56b4 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x6c4>
    5a36:	movslq -0x50(%rsp),%r8
    5a3b:	add    %r15,%r8
    5a3e:	lea    (%r14,%r8,4),%r8
    5a42:	mov    %r8,0x10(%rax)
    5a46:	mov    $0x1,%r8d
    5a4c:	jmp    5152 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x162>
    5a51:	mov    %rdx,0x18(%rax)
    5a55:	test   %ebx,%ebx
    5a57:	jle    5876 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x886>
    5a5d:	jmp    5753 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)+0x763>
    5a62:	data16 cs nopw 0x0(%rax,%rax,1)
    5a6d:	nopl   (%rax)

0000000000005a70 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)>:
    5a70:	push   %rbp
    5a71:	vmovq  %rdx,%xmm19
    5a77:	mov    %rsp,%rbp
    5a7a:	push   %r15
    5a7c:	push   %r14
    5a7e:	push   %r13
    5a80:	push   %r12
    5a82:	mov    %rsi,%r12
    5a85:	push   %rbx
    5a86:	sub    $0xbe0,%rsp
    5a8d:	movslq 0x30(%rdi),%rdx
    5a91:	movslq 0x3c(%rdi),%r14
    5a95:	movslq 0x34(%rdi),%rbx
    5a99:	mov    %rdx,%rax
    5a9c:	imul   (%rsi),%rdx
    5aa0:	mov    %r14d,-0x4c(%rsp)
    5aa5:	imul   %rdx,%rbx
    5aa9:	test   %r14d,%r14d
    5aac:	jle    6069 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x5f9>
    5ab2:	mov    %rdi,%r13
    5ab5:	mov    %rcx,%rdi
    5ab8:	lea    0x1d8(%rsp),%rcx
    5ac0:	movq   $0x0,-0x30(%rsp)
    5ac9:	imul   %r14,%rdi
    5acd:	mov    %rcx,-0x68(%rsp)
    5ad2:	vbroadcastss 0x0(%rip),%zmm12        # 5adc <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x6c>
    5adc:	vxorps %xmm17,%xmm17,%xmm17
    5ae2:	mov    %eax,-0x38(%rsp)
    5ae6:	vmovdqa64 %xmm19,%xmm0
    5aec:	vbroadcastss 0x0(%rip),%zmm11        # 5af6 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x86>
    5af6:	vbroadcastss 0x0(%rip),%zmm10        # 5b00 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x90>
    5b00:	vbroadcastss 0x0(%rip),%zmm9        # 5b0a <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x9a>
    5b0a:	mov    %rdi,%rsi
    5b0d:	lea    (%rdi,%rdi,2),%r10
    5b11:	lea    (%rdi,%rdi,4),%r11
    5b15:	mov    %rdi,%rdx
    5b18:	lea    0x0(,%rdi,8),%r9
    5b20:	shl    $0x5,%rsi
    5b24:	lea    0x0(,%r10,4),%r15
    5b2c:	shl    $0x4,%rdx
    5b30:	shl    $0x3,%r10
    5b34:	sub    %rdi,%r9
    5b37:	mov    %rsi,-0x58(%rsp)
    5b3c:	shl    $0x2,%r11
    5b40:	lea    0x0(,%r9,4),%rsi
    5b48:	lea    -0x28(%rsp),%r9
    5b4d:	vbroadcastss 0x0(%rip),%zmm8        # 5b57 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0xe7>
    5b57:	vbroadcastss 0x0(%rip),%zmm7        # 5b61 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0xf1>
    5b61:	vbroadcastss 0x0(%rip),%zmm14        # 5b6b <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0xfb>
    5b6b:	mov    %rsi,-0x60(%rsp)
    5b70:	vmovq  %r15,%xmm30
    5b76:	xor    %esi,%esi
    5b78:	vbroadcastss 0x0(%rip),%zmm13        # 5b82 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x112>
    5b82:	mov    %r10,-0x70(%rsp)
    5b87:	mov    %rbx,%r15
    5b8a:	mov    %r12,%r10
    5b8d:	vbroadcastss 0x0(%rip),%zmm16        # 5b97 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x127>
    5b97:	mov    %r9,-0x78(%rsp)
    5b9c:	mov    %r13,%r12
    5b9f:	mov    %rdx,%r9
    5ba2:	vbroadcastss 0x0(%rip),%zmm15        # 5bac <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x13c>
    5bac:	mov    %r14,%r13
    5baf:	mov    -0x30(%rsp),%rax
    5bb4:	mov    0x10(%r12),%rdx
    5bb9:	mov    %rsi,-0x40(%rsp)
    5bbe:	vmovq  %xmm30,%rbx
    5bc4:	mov    -0x78(%rsp),%r8
    5bc9:	mov    -0x60(%rsp),%rsi
    5bce:	vmovups (%rdx,%rax,1),%zmm4
    5bd5:	vmovq  %xmm0,%rdx
    5bda:	mov    -0x68(%rsp),%r14
    5bdf:	mov    %r8,-0x48(%rsp)
    5be4:	lea    (%rdx,%rax,1),%rcx
    5be8:	mov    -0x58(%rsp),%rax
    5bed:	mov    -0x70(%rsp),%rdx
    5bf2:	nopw   0x0(%rax,%rax,1)
    5bf8:	vmovups (%rcx,%rdi,4),%zmm2
    5bff:	vmovups (%rcx,%rbx,1),%zmm3
    5c06:	add    $0x40,%r8
    5c0a:	vaddps (%rcx,%rdi,8),%zmm2,%zmm23
    5c11:	vaddps (%rcx,%r9,1),%zmm3,%zmm6
    5c18:	vmovups (%rcx,%r11,1),%zmm2
    5c1f:	vaddps (%rcx,%rdx,1),%zmm2,%zmm3
    5c26:	vmovups (%rcx,%rdi,4),%zmm2
    5c2d:	vsubps (%rcx,%rdi,8),%zmm2,%zmm18
    5c34:	vmovups (%rcx,%rbx,1),%zmm2
    5c3b:	vsubps (%rcx,%r9,1),%zmm2,%zmm2
    5c42:	vmovaps %zmm6,%zmm21
    5c48:	vaddps (%rcx),%zmm23,%zmm5
    5c4e:	vfmadd132ps %zmm10,%zmm23,%zmm21
    5c54:	vmovups (%rcx,%r11,1),%zmm1
    5c5b:	vsubps (%rcx,%rdx,1),%zmm1,%zmm1
    5c62:	vmovaps %zmm2,%zmm22
    5c68:	vmovaps %zmm2,%zmm20
    5c6e:	vaddps %zmm6,%zmm5,%zmm5
    5c74:	vfmadd132ps %zmm12,%zmm18,%zmm22
    5c7a:	vfmadd132ps %zmm8,%zmm18,%zmm20
    5c80:	vfmadd132ps %zmm14,%zmm23,%zmm6
    5c86:	vfmadd132ps %zmm16,%zmm18,%zmm2
    5c8c:	vfmadd231ps %zmm9,%zmm3,%zmm21
    5c92:	vaddps %zmm3,%zmm5,%zmm5
    5c98:	vfmadd231ps %zmm11,%zmm1,%zmm22
    5c9e:	vfmadd231ps %zmm7,%zmm1,%zmm20
    5ca4:	vfmadd132ps %zmm13,%zmm6,%zmm3
    5caa:	vmovups %zmm5,-0x40(%r8)
    5cb1:	vmovups %zmm21,0x3c0(%r8)
    5cb8:	vfmadd132ps %zmm15,%zmm2,%zmm1
    5cbe:	vaddps (%rcx,%rsi,1),%zmm1,%zmm1
    5cc5:	add    %rax,%rcx
    5cc8:	vmovups %zmm22,0x1c0(%r8)
    5ccf:	vmovups %zmm20,0x5c0(%r8)
    5cd6:	vmovups %zmm3,0x7c0(%r8)
    5cdd:	vmovups %zmm1,0x9c0(%r8)
    5ce4:	cmp    %r8,%r14
    5ce7:	jne    5bf8 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x188>
    5ced:	mov    -0x38(%rsp),%ecx
    5cf1:	mov    -0x40(%rsp),%rsi
    5cf6:	mov    %rdi,-0x38(%rsp)
    5cfb:	xor    %r14d,%r14d
    5cfe:	mov    -0x48(%rsp),%rdx
    5d03:	jmp    5d0d <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x29d>
    5d05:	nopl   (%rax)
    5d08:	mov    0x30(%r12),%ecx
    5d0d:	vmovups 0x40(%rdx),%zmm6
    5d14:	mov    0x8(%r10),%r8d
    5d18:	vaddps 0x80(%rdx),%zmm6,%zmm26
    5d1f:	vaddps (%rdx),%zmm26,%zmm20
    5d25:	vmovups 0xc0(%rdx),%zmm6
    5d2c:	add    %r14d,%r8d
    5d2f:	vaddps 0x100(%rdx),%zmm6,%zmm25
    5d36:	vmovups 0x140(%rdx),%zmm3
    5d3d:	vaddps 0x180(%rdx),%zmm3,%zmm5
    5d44:	vmovups 0xc0(%rdx),%zmm3
    5d4b:	vsubps 0x100(%rdx),%zmm3,%zmm21
    5d52:	vaddps %zmm25,%zmm20,%zmm20
    5d58:	vmovups 0x40(%rdx),%zmm6
    5d5f:	vsubps 0x80(%rdx),%zmm6,%zmm23
    5d66:	vmovups 0x140(%rdx),%zmm6
    5d6d:	vsubps 0x180(%rdx),%zmm6,%zmm1
    5d74:	vmovups 0x1c0(%rdx),%zmm24
    5d7b:	vaddps %zmm5,%zmm20,%zmm28
    5d81:	vmovaps %zmm21,%zmm20
    5d87:	vfmadd132ps %zmm12,%zmm23,%zmm20
    5d8d:	vmovaps %zmm20,%zmm29
    5d93:	vmovaps %zmm25,%zmm20
    5d99:	vfmadd132ps %zmm10,%zmm26,%zmm20
    5d9f:	vfmadd231ps %zmm11,%zmm1,%zmm29
    5da5:	vmovaps %zmm20,%zmm27
    5dab:	vmovaps %zmm21,%zmm20
    5db1:	vfmadd132ps %zmm8,%zmm23,%zmm20
    5db7:	vfmadd231ps %zmm9,%zmm5,%zmm27
    5dbd:	vmovaps %zmm20,%zmm22
    5dc3:	vfmadd231ps %zmm7,%zmm1,%zmm22
    5dc9:	cmp    %ecx,%r8d
    5dcc:	jge    6043 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x5d3>
    5dd2:	mov    0xc(%r10),%ecx
    5dd6:	mov    0x34(%r12),%ebx
    5ddb:	cmp    %ebx,%ecx
    5ddd:	jge    602e <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x5be>
    5de3:	imul   %r8d,%ebx
    5de7:	mov    0x18(%r12),%rax
    5dec:	vaddps %zmm28,%zmm4,%zmm20
    5df2:	add    %ebx,%ecx
    5df4:	movslq %ecx,%rcx
    5df7:	add    %r15,%rcx
    5dfa:	imul   %r13,%rcx
    5dfe:	add    %rsi,%rcx
    5e01:	test   %rax,%rax
    5e04:	je     5e0d <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x39d>
    5e06:	vaddps (%rax,%rcx,4),%zmm20,%zmm20
    5e0d:	cmpb   $0x0,0x44(%r12)
    5e13:	je     5e22 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x3b2>
    5e15:	vcmpnltps %zmm17,%zmm20,%k1
    5e1c:	vmovaps %zmm20,%zmm20{%k1}{z}
    5e22:	mov    0x20(%r12),%rax
    5e27:	vmovups %zmm20,(%rax,%rcx,4)
    5e2e:	mov    0xc(%r10),%eax
    5e32:	mov    0x34(%r12),%ecx
    5e37:	lea    0x1(%rax),%ebx
    5e3a:	cmp    %ecx,%ebx
    5e3c:	jge    602e <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x5be>
    5e42:	imul   %r8d,%ecx
    5e46:	mov    0x18(%r12),%rbx
    5e4b:	vaddps %zmm29,%zmm4,%zmm20
    5e51:	lea    0x1(%rax,%rcx,1),%ecx
    5e55:	movslq %ecx,%rcx
    5e58:	add    %r15,%rcx
    5e5b:	imul   %r13,%rcx
    5e5f:	add    %rsi,%rcx
    5e62:	test   %rbx,%rbx
    5e65:	je     5e6e <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x3fe>
    5e67:	vaddps (%rbx,%rcx,4),%zmm20,%zmm20
    5e6e:	cmpb   $0x0,0x44(%r12)
    5e74:	je     5e83 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x413>
    5e76:	vcmpnltps %zmm17,%zmm20,%k1
    5e7d:	vmovaps %zmm20,%zmm20{%k1}{z}
    5e83:	mov    0x20(%r12),%rax
    5e88:	vmovups %zmm20,(%rax,%rcx,4)
    5e8f:	mov    0xc(%r10),%edi
    5e93:	mov    0x34(%r12),%ebx
    5e98:	lea    0x2(%rdi),%ecx
    5e9b:	cmp    %ebx,%ecx
    5e9d:	jge    602e <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x5be>
    5ea3:	imul   %r8d,%ebx
    5ea7:	mov    0x18(%r12),%rax
    5eac:	vaddps %zmm27,%zmm4,%zmm20
    5eb2:	lea    0x2(%rdi,%rbx,1),%ecx
    5eb6:	movslq %ecx,%rcx
    5eb9:	add    %r15,%rcx
    5ebc:	imul   %r13,%rcx
    5ec0:	add    %rsi,%rcx
    5ec3:	test   %rax,%rax
    5ec6:	je     5ecf <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x45f>
    5ec8:	vaddps (%rax,%rcx,4),%zmm20,%zmm20
    5ecf:	cmpb   $0x0,0x44(%r12)
    5ed5:	je     5ee4 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x474>
    5ed7:	vcmpnltps %zmm17,%zmm20,%k1
    5ede:	vmovaps %zmm20,%zmm20{%k1}{z}
    5ee4:	mov    0x20(%r12),%rax
    5ee9:	vmovups %zmm20,(%rax,%rcx,4)
    5ef0:	mov    0xc(%r10),%edi
    5ef4:	mov    0x34(%r12),%ebx
    5ef9:	lea    0x3(%rdi),%ecx
    5efc:	cmp    %ebx,%ecx
    5efe:	jge    602e <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x5be>
    5f04:	imul   %r8d,%ebx
    5f08:	mov    0x18(%r12),%rax
    5f0d:	vaddps %zmm22,%zmm4,%zmm20
    5f13:	lea    0x3(%rdi,%rbx,1),%ecx
    5f17:	movslq %ecx,%rcx
    5f1a:	add    %r15,%rcx
    5f1d:	imul   %r13,%rcx
    5f21:	add    %rsi,%rcx
    5f24:	test   %rax,%rax
    5f27:	je     5f30 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x4c0>
    5f29:	vaddps (%rax,%rcx,4),%zmm20,%zmm20
    5f30:	cmpb   $0x0,0x44(%r12)
    5f36:	je     5f45 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x4d5>
    5f38:	vcmpnltps %zmm17,%zmm20,%k1
    5f3f:	vmovaps %zmm20,%zmm20{%k1}{z}
    5f45:	mov    0x20(%r12),%rax
    5f4a:	vmovups %zmm20,(%rax,%rcx,4)
    5f51:	mov    0xc(%r10),%eax
    5f55:	mov    0x34(%r12),%ebx
    5f5a:	lea    0x4(%rax),%ecx
    5f5d:	cmp    %ebx,%ecx
    5f5f:	jge    602e <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x5be>
    5f65:	vfmadd132ps %zmm14,%zmm26,%zmm25
    5f6b:	imul   %r8d,%ebx
    5f6f:	lea    0x4(%rax,%rbx,1),%ecx
    5f73:	mov    0x18(%r12),%rbx
    5f78:	movslq %ecx,%rcx
    5f7b:	vfmadd132ps %zmm13,%zmm25,%zmm5
    5f81:	add    %r15,%rcx
    5f84:	imul   %r13,%rcx
    5f88:	add    %rsi,%rcx
    5f8b:	vaddps %zmm5,%zmm4,%zmm5
    5f91:	test   %rbx,%rbx
    5f94:	je     5f9d <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x52d>
    5f96:	vaddps (%rbx,%rcx,4),%zmm5,%zmm5
    5f9d:	cmpb   $0x0,0x44(%r12)
    5fa3:	je     5fb2 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x542>
    5fa5:	vcmpnltps %zmm17,%zmm5,%k1
    5fac:	vmovaps %zmm5,%zmm5{%k1}{z}
    5fb2:	mov    0x20(%r12),%rax
    5fb7:	vmovups %zmm5,(%rax,%rcx,4)
    5fbe:	mov    0xc(%r10),%ebx
    5fc2:	mov    0x34(%r12),%eax
    5fc7:	lea    0x5(%rbx),%ecx
    5fca:	cmp    %eax,%ecx
    5fcc:	jge    602e <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x5be>
    5fce:	vfmadd132ps %zmm16,%zmm23,%zmm21
    5fd4:	imul   %eax,%r8d
    5fd8:	lea    0x5(%rbx,%r8,1),%ecx
    5fdd:	mov    0x18(%r12),%r8
    5fe2:	movslq %ecx,%rcx
    5fe5:	vfmadd132ps %zmm15,%zmm21,%zmm1
    5feb:	add    %r15,%rcx
    5fee:	imul   %r13,%rcx
    5ff2:	add    %rsi,%rcx
    5ff5:	vaddps %zmm24,%zmm1,%zmm1
    5ffb:	vaddps %zmm4,%zmm1,%zmm1
    6001:	test   %r8,%r8
    6004:	je     600d <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x59d>
    6006:	vaddps (%r8,%rcx,4),%zmm1,%zmm1
    600d:	cmpb   $0x0,0x44(%r12)
    6013:	je     6022 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x5b2>
    6015:	vcmpnltps %zmm17,%zmm1,%k1
    601c:	vmovaps %zmm1,%zmm1{%k1}{z}
    6022:	mov    0x20(%r12),%r8
    6027:	vmovups %zmm1,(%r8,%rcx,4)
    602e:	add    $0x1,%r14d
    6032:	add    $0x200,%rdx
    6039:	cmp    $0x6,%r14d
    603d:	jne    5d08 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x298>
    6043:	addq   $0x40,-0x30(%rsp)
    6049:	mov    -0x38(%rsp),%rdi
    604e:	add    $0x10,%rsi
    6052:	cmp    %esi,-0x4c(%rsp)
    6056:	jle    6066 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x5f6>
    6058:	mov    0x30(%r12),%eax
    605d:	mov    %eax,-0x38(%rsp)
    6061:	jmp    5baf <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)+0x13f>
    6066:	vzeroupper
    6069:	add    $0xbe0,%rsp
    6070:	pop    %rbx
    6071:	pop    %r12
    6073:	pop    %r13
    6075:	pop    %r14
    6077:	pop    %r15
    6079:	pop    %rbp
    607a:	ret
    607b:	nopl   0x0(%rax,%rax,1)

0000000000006080 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)>:
    6080:	push   %r15
    6082:	push   %r14
    6084:	push   %r13
    6086:	push   %r12
    6088:	push   %rbp
    6089:	push   %rbx
    608a:	sub    $0x88,%rsp
    6091:	cmpl   $0x6,0x40(%rdi)
    6095:	mov    %rsi,0x58(%rsp)
    609a:	ja     641d <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x39d>
    60a0:	mov    0x40(%rdi),%eax
    60a3:	mov    %edx,%ebx
    60a5:	lea    0x0(%rip),%rdx        # 60ac <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x2c>
    60ac:	mov    %rdi,%r10
    60af:	movslq (%rdx,%rax,4),%rax
    60b3:	add    %rdx,%rax
    60b6:	jmp    *%rax
    60b8:	movslq 0x38(%rdi),%r8
    60bc:	mov    0x3c(%rdi),%ebp
    60bf:	lea    0x0(,%r8,4),%rax
    60c7:	mov    %r8,%r13
    60ca:	lea    (%rcx,%rax,1),%rdi
    60ce:	mov    %rax,(%rsp)
    60d2:	movslq %ebx,%rax
    60d5:	mov    %rax,0x20(%rsp)
    60da:	imul   %r8,%rax
    60de:	mov    %rdi,0x8(%rsp)
    60e3:	mov    %rax,0x10(%rsp)
    60e8:	shl    $0x6,%rax
    60ec:	add    %rdi,%rax
    60ef:	mov    %rax,0x18(%rsp)
    60f4:	test   %r8d,%r8d
    60f7:	jle    6121 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0xa1>
    60f9:	mov    %r8d,%edx
    60fc:	mov    %rcx,%rdi
    60ff:	xor    %esi,%esi
    6101:	mov    %r8,0x30(%rsp)
    6106:	shl    $0x2,%rdx
    610a:	mov    %r10,0x28(%rsp)
    610f:	call   6114 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x94>
    6114:	mov    0x28(%rsp),%r10
    6119:	mov    0x30(%rsp),%r8
    611e:	mov    %rax,%rcx
    6121:	test   %ebx,%ebx
    6123:	jle    61f7 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x177>
    6129:	mov    0x58(%rsp),%rax
    612e:	mov    0x8(%rsp),%r14
    6133:	mov    %ebp,0x30(%rsp)
    6137:	lea    0x70(%rsp),%r12
    613c:	mov    0x20(%rsp),%rdi
    6141:	mov    (%rsp),%rbp
    6145:	mov    %r13d,0x28(%rsp)
    614a:	mov    %rax,%r15
    614d:	mov    %ebx,0x38(%rsp)
    6151:	mov    %r10,%rbx
    6154:	add    %rdi,%rax
    6157:	mov    %r14,%rdi
    615a:	mov    %r8,0x40(%rsp)
    615f:	mov    %r15,%r14
    6162:	mov    %rax,%r13
    6165:	mov    %rcx,%r8
    6168:	mov    %rdi,%r15
    616b:	nopl   0x0(%rax,%rax,1)
    6170:	mov    0x34(%rbx),%eax
    6173:	mov    %rbx,%rdi
    6176:	mov    %r8,(%rsp)
    617a:	add    $0x1,%eax
    617d:	mov    %eax,%esi
    617f:	shr    $0x1f,%esi
    6182:	add    %eax,%esi
    6184:	mov    0x30(%rbx),%eax
    6187:	sar    %esi
    6189:	add    $0x1,%eax
    618c:	mov    %eax,%ecx
    618e:	shr    $0x1f,%ecx
    6191:	add    %eax,%ecx
    6193:	mov    %r14,%rax
    6196:	add    $0x1,%r14
    619a:	sar    %ecx
    619c:	cqto
    619e:	imul   %esi,%ecx
    61a1:	movslq %esi,%rsi
    61a4:	movslq %ecx,%rcx
    61a7:	idiv   %rcx
    61aa:	mov    %rax,%rcx
    61ad:	mov    %rdx,%rax
    61b0:	cqto
    61b2:	mov    %rcx,0x70(%rsp)
    61b7:	mov    0x20(%rsp),%rcx
    61bc:	idiv   %rsi
    61bf:	mov    %r12,%rsi
    61c2:	add    %edx,%edx
    61c4:	add    %eax,%eax
    61c6:	mov    %edx,0x7c(%rsp)
    61ca:	mov    %r15,%rdx
    61cd:	add    %rbp,%r15
    61d0:	mov    %eax,0x78(%rsp)
    61d4:	call   1230 <void boardai::network::(anonymous namespace)::transform_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)>
    61d9:	cmp    %r13,%r14
    61dc:	mov    (%rsp),%r8
    61e0:	jne    6170 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0xf0>
    61e2:	mov    %rbx,%r10
    61e5:	mov    0x28(%rsp),%r13d
    61ea:	mov    0x30(%rsp),%ebp
    61ee:	mov    0x38(%rsp),%ebx
    61f2:	mov    0x40(%rsp),%r8
    61f7:	movslq %ebp,%rax
    61fa:	mov    %r8,%rdx
    61fd:	mov    0x18(%rsp),%r14
    6202:	mov    0x8(%rsp),%r12
    6207:	imul   %rax,%rdx
    620b:	mov    %r10,0x28(%rsp)
    6210:	mov    %r14,0x8(%rsp)
    6215:	movq   $0x10,0x48(%rsp)
    621e:	lea    0x0(,%rdx,4),%rdi
    6226:	mov    0x20(%rsp),%rdx
    622b:	mov    %r14,0x60(%rsp)
    6230:	mov    %rdi,0x30(%rsp)
    6235:	mov    0x10(%rsp),%rdi
    623a:	imul   %rax,%rdx
    623e:	mov    %rax,0x68(%rsp)
    6243:	movq   $0x0,0x10(%rsp)
    624c:	shl    $0x2,%rdi
    6250:	mov    %rdi,0x38(%rsp)
    6255:	lea    0x0(,%rdx,4),%rdi
    625d:	lea    -0x40(%rbp),%edx
    6260:	shr    $0x6,%edx
    6263:	mov    %rdi,0x40(%rsp)
    6268:	lea    0x1(%rdx),%edi
    626b:	mov    %edi,0x54(%rsp)
    626f:	shl    $0x6,%edi
    6272:	mov    %edi,0x50(%rsp)
    6276:	cs nopw 0x0(%rax,%rax,1)
    6280:	mov    0x28(%rsp),%rax
    6285:	mov    0x10(%rsp),%rdx
    628a:	add    0x8(%rax),%rdx
    628e:	cmp    $0x3f,%ebp
    6291:	jle    728c <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x120c>
    6297:	mov    0x54(%rsp),%eax
    629b:	mov    0x8(%rsp),%r15
    62a0:	mov    %rdx,0x18(%rsp)
    62a5:	mov    %ebx,(%rsp)
    62a8:	shl    $0x8,%rax
    62ac:	mov    %r15,%rbx
    62af:	mov    %rdx,%r15
    62b2:	add    %rdx,%rax
    62b5:	mov    %rax,%r14
    62b8:	nopl   0x0(%rax,%rax,1)
    62c0:	mov    (%rsp),%esi
    62c3:	mov    %rbx,%r9
    62c6:	mov    %r15,%rcx
    62c9:	mov    %ebp,%r8d
    62cc:	mov    %r13d,%edx
    62cf:	mov    %r12,%rdi
    62d2:	add    $0x100,%r15
    62d9:	add    $0x100,%rbx
    62e0:	call   0 <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)>
    62e5:	cmp    %r14,%r15
    62e8:	jne    62c0 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x240>
    62ea:	mov    0x18(%rsp),%rdx
    62ef:	mov    (%rsp),%ebx
    62f2:	mov    0x50(%rsp),%ecx
    62f6:	cmp    %ecx,%ebp
    62f8:	jle    6357 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x2d7>
    62fa:	mov    0x8(%rsp),%rax
    62ff:	movslq %ecx,%rsi
    6302:	mov    %ebx,(%rsp)
    6305:	lea    0x0(,%rsi,4),%r9
    630d:	lea    (%rax,%r9,1),%r15
    6311:	lea    -0x1(%rbp),%eax
    6314:	sub    %rcx,%rax
    6317:	lea    (%rdx,%r9,1),%r14
    631b:	and    $0xfffffff0,%eax
    631e:	add    %rsi,%rax
    6321:	lea    0x40(%rdx,%rax,4),%rax
    6326:	mov    %rax,%rbx
    6329:	nopl   0x0(%rax)
    6330:	mov    (%rsp),%esi
    6333:	mov    %r15,%r9
    6336:	mov    %r14,%rcx
    6339:	mov    %ebp,%r8d
    633c:	mov    %r13d,%edx
    633f:	mov    %r12,%rdi
    6342:	add    $0x40,%r14
    6346:	add    $0x40,%r15
    634a:	call   d40 <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)>
    634f:	cmp    %rbx,%r14
    6352:	jne    6330 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x2b0>
    6354:	mov    (%rsp),%ebx
    6357:	mov    0x38(%rsp),%rax
    635c:	mov    0x30(%rsp),%rdi
    6361:	add    %rdi,0x10(%rsp)
    6366:	mov    0x40(%rsp),%rdi
    636b:	add    %rax,%r12
    636e:	add    %rdi,0x8(%rsp)
    6373:	subq   $0x1,0x48(%rsp)
    6379:	jne    6280 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x200>
    637f:	mov    0x60(%rsp),%r14
    6384:	mov    0x28(%rsp),%r10
    6389:	mov    0x68(%rsp),%rax
    638e:	test   %ebx,%ebx
    6390:	jle    641d <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x39d>
    6396:	mov    0x58(%rsp),%rbp
    639b:	mov    0x20(%rsp),%r15
    63a0:	lea    0x70(%rsp),%r12
    63a5:	mov    %r10,%rdi
    63a8:	lea    0x0(,%rax,4),%rbx
    63b0:	lea    (%r15,%rbp,1),%r13
    63b4:	nopl   0x0(%rax)
    63b8:	mov    0x34(%rdi),%eax
    63bb:	add    $0x1,%eax
    63be:	mov    %eax,%esi
    63c0:	shr    $0x1f,%esi
    63c3:	add    %eax,%esi
    63c5:	mov    0x30(%rdi),%eax
    63c8:	sar    %esi
    63ca:	add    $0x1,%eax
    63cd:	mov    %eax,%ecx
    63cf:	shr    $0x1f,%ecx
    63d2:	add    %eax,%ecx
    63d4:	mov    %rbp,%rax
    63d7:	add    $0x1,%rbp
    63db:	sar    %ecx
    63dd:	cqto
    63df:	imul   %esi,%ecx
    63e2:	movslq %esi,%rsi
    63e5:	movslq %ecx,%rcx
    63e8:	idiv   %rcx
    63eb:	mov    %rax,%rcx
    63ee:	mov    %rdx,%rax
    63f1:	cqto
    63f3:	mov    %rcx,0x70(%rsp)
    63f8:	mov    %r15,%rcx
    63fb:	idiv   %rsi
    63fe:	mov    %r12,%rsi
    6401:	add    %edx,%edx
    6403:	add    %eax,%eax
    6405:	mov    %edx,0x7c(%rsp)
    6409:	mov    %r14,%rdx
    640c:	add    %rbx,%r14
    640f:	mov    %eax,0x78(%rsp)
    6413:	call   1830 <void boardai::network::(anonymous namespace)::finish_tile<2>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)>
    6418:	cmp    %r13,%rbp
    641b:	jne    63b8 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x338>
    641d:	add    $0x88,%rsp
    6424:	pop    %rbx
    6425:	pop    %rbp
    6426:	pop    %r12
    6428:	pop    %r13
    642a:	pop    %r14
    642c:	pop    %r15
    642e:	ret
    642f:	movslq 0x38(%rdi),%r8
    6433:	mov    0x3c(%rdi),%ebp
    6436:	lea    0x0(,%r8,4),%rax
    643e:	mov    %r8,%r13
    6441:	lea    (%rcx,%rax,1),%rdi
    6445:	mov    %rax,(%rsp)
    6449:	movslq %ebx,%rax
    644c:	mov    %rax,0x20(%rsp)
    6451:	imul   %r8,%rax
    6455:	mov    %rdi,0x8(%rsp)
    645a:	mov    %rax,0x10(%rsp)
    645f:	shl    $0x8,%rax
    6463:	add    %rdi,%rax
    6466:	mov    %rax,0x18(%rsp)
    646b:	test   %r8d,%r8d
    646e:	jle    6498 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x418>
    6470:	mov    %r8d,%edx
    6473:	mov    %rcx,%rdi
    6476:	xor    %esi,%esi
    6478:	mov    %r8,0x30(%rsp)
    647d:	shl    $0x2,%rdx
    6481:	mov    %r10,0x28(%rsp)
    6486:	call   648b <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x40b>
    648b:	mov    0x28(%rsp),%r10
    6490:	mov    0x30(%rsp),%r8
    6495:	mov    %rax,%rcx
    6498:	test   %ebx,%ebx
    649a:	jle    6590 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x510>
    64a0:	mov    0x58(%rsp),%rax
    64a5:	mov    0x20(%rsp),%rdi
    64aa:	lea    0x70(%rsp),%r12
    64af:	mov    %ebx,0x38(%rsp)
    64b3:	mov    0x8(%rsp),%r14
    64b8:	mov    (%rsp),%rbx
    64bc:	mov    %r13d,0x28(%rsp)
    64c1:	vmovq  %r8,%xmm17
    64c7:	mov    %rax,%r15
    64ca:	add    %rdi,%rax
    64cd:	mov    %ebp,0x30(%rsp)
    64d1:	mov    %rcx,%r8
    64d4:	mov    %r14,%r13
    64d7:	mov    %r12,%rbp
    64da:	mov    %rax,%r14
    64dd:	mov    %r15,%r12
    64e0:	mov    %r10,%r15
    64e3:	nopl   0x0(%rax,%rax,1)
    64e8:	mov    0x34(%r15),%eax
    64ec:	mov    %r15,%rdi
    64ef:	mov    %r8,(%rsp)
    64f3:	add    $0x5,%eax
    64f6:	movslq %eax,%rsi
    64f9:	sar    $0x1f,%eax
    64fc:	imul   $0x2aaaaaab,%rsi,%rsi
    6503:	shr    $0x20,%rsi
    6507:	sub    %eax,%esi
    6509:	mov    0x30(%r15),%eax
    650d:	add    $0x5,%eax
    6510:	movslq %eax,%rcx
    6513:	sar    $0x1f,%eax
    6516:	imul   $0x2aaaaaab,%rcx,%rcx
    651d:	shr    $0x20,%rcx
    6521:	sub    %eax,%ecx
    6523:	mov    %r12,%rax
    6526:	add    $0x1,%r12
    652a:	imul   %esi,%ecx
    652d:	cqto
    652f:	movslq %esi,%rsi
    6532:	movslq %ecx,%rcx
    6535:	idiv   %rcx
    6538:	mov    %rax,%rcx
    653b:	mov    %rdx,%rax
    653e:	cqto
    6540:	mov    %rcx,0x70(%rsp)
    6545:	mov    0x20(%rsp),%rcx
    654a:	idiv   %rsi
    654d:	mov    %rbp,%rsi
    6550:	lea    (%rax,%rax,2),%eax
    6553:	add    %eax,%eax
    6555:	mov    %eax,0x78(%rsp)
    6559:	lea    (%rdx,%rdx,2),%eax
    655c:	mov    %r13,%rdx
    655f:	add    %rbx,%r13
    6562:	add    %eax,%eax
    6564:	mov    %eax,0x7c(%rsp)
    6568:	call   4ff0 <void boardai::network::(anonymous namespace)::transform_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)>
    656d:	cmp    %r14,%r12
    6570:	mov    (%rsp),%r8
    6574:	jne    64e8 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x468>
    657a:	mov    0x28(%rsp),%r13d
    657f:	mov    0x30(%rsp),%ebp
    6583:	mov    %r15,%r10
    6586:	vmovq  %xmm17,%r8
    658c:	mov    0x38(%rsp),%ebx
    6590:	movslq %ebp,%rax
    6593:	mov    %r8,%rdx
    6596:	mov    0x18(%rsp),%r14
    659b:	mov    0x8(%rsp),%r12
    65a0:	imul   %rax,%rdx
    65a4:	mov    %r10,0x28(%rsp)
    65a9:	mov    %r14,0x8(%rsp)
    65ae:	movq   $0x40,0x48(%rsp)
    65b7:	lea    0x0(,%rdx,4),%rdi
    65bf:	mov    0x20(%rsp),%rdx
    65c4:	mov    %r14,0x60(%rsp)
    65c9:	mov    %rdi,0x30(%rsp)
    65ce:	mov    0x10(%rsp),%rdi
    65d3:	imul   %rax,%rdx
    65d7:	mov    %rax,0x68(%rsp)
    65dc:	movq   $0x0,0x10(%rsp)
    65e5:	shl    $0x2,%rdi
    65e9:	mov    %rdi,0x38(%rsp)
    65ee:	lea    0x0(,%rdx,4),%rdi
    65f6:	lea    -0x40(%rbp),%edx
    65f9:	shr    $0x6,%edx
    65fc:	mov    %rdi,0x40(%rsp)
    6601:	lea    0x1(%rdx),%edi
    6604:	mov    %edi,0x54(%rsp)
    6608:	shl    $0x6,%edi
    660b:	mov    %edi,0x50(%rsp)
    660f:	nop
    6610:	mov    0x28(%rsp),%rax
    6615:	mov    0x10(%rsp),%rdx
    661a:	add    0x8(%rax),%rdx
    661e:	cmp    $0x3f,%ebp
    6621:	jle    7270 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x11f0>
    6627:	mov    0x54(%rsp),%eax
    662b:	mov    0x8(%rsp),%r15
    6630:	mov    %rdx,0x18(%rsp)
    6635:	mov    %ebx,(%rsp)
    6638:	shl    $0x8,%rax
    663c:	mov    %r15,%rbx
    663f:	mov    %rdx,%r15
    6642:	add    %rdx,%rax
    6645:	mov    %rax,%r14
    6648:	nopl   0x0(%rax,%rax,1)
    6650:	mov    (%rsp),%esi
    6653:	mov    %rbx,%r9
    6656:	mov    %r15,%rcx
    6659:	mov    %ebp,%r8d
    665c:	mov    %r13d,%edx
    665f:	mov    %r12,%rdi
    6662:	add    $0x100,%r15
    6669:	add    $0x100,%rbx
    6670:	call   0 <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)>
    6675:	cmp    %r14,%r15
    6678:	jne    6650 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x5d0>
    667a:	mov    0x18(%rsp),%rdx
    667f:	mov    (%rsp),%ebx
    6682:	mov    0x50(%rsp),%ecx
    6686:	cmp    %ecx,%ebp
    6688:	jle    66e7 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x667>
    668a:	mov    0x8(%rsp),%rax
    668f:	movslq %ecx,%rsi
    6692:	mov    %ebx,(%rsp)
    6695:	lea    0x0(,%rsi,4),%r9
    669d:	lea    (%rax,%r9,1),%r15
    66a1:	lea    -0x1(%rbp),%eax
    66a4:	sub    %rcx,%rax
    66a7:	lea    (%rdx,%r9,1),%r14
    66ab:	and    $0xfffffff0,%eax
    66ae:	add    %rsi,%rax
    66b1:	lea    0x40(%rdx,%rax,4),%rax
    66b6:	mov    %rax,%rbx
    66b9:	nopl   0x0(%rax)
    66c0:	mov    (%rsp),%esi
    66c3:	mov    %r15,%r9
    66c6:	mov    %r14,%rcx
    66c9:	mov    %ebp,%r8d
    66cc:	mov    %r13d,%edx
    66cf:	mov    %r12,%rdi
    66d2:	add    $0x40,%r14
    66d6:	add    $0x40,%r15
    66da:	call   d40 <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)>
    66df:	cmp    %rbx,%r14
    66e2:	jne    66c0 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x640>
    66e4:	mov    (%rsp),%ebx
    66e7:	mov    0x38(%rsp),%rax
    66ec:	mov    0x30(%rsp),%rdi
    66f1:	add    %rdi,0x10(%rsp)
    66f6:	mov    0x40(%rsp),%rdi
    66fb:	add    %rax,%r12
    66fe:	add    %rdi,0x8(%rsp)
    6703:	subq   $0x1,0x48(%rsp)
    6709:	jne    6610 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x590>
    670f:	mov    0x60(%rsp),%r14
    6714:	mov    0x28(%rsp),%r10
    6719:	mov    0x68(%rsp),%rax
    671e:	test   %ebx,%ebx
    6720:	jle    641d <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x39d>
    6726:	mov    0x58(%rsp),%rbp
    672b:	lea    0x0(,%rax,4),%rbx
    6733:	mov    0x20(%rsp),%rax
    6738:	lea    0x70(%rsp),%r12
    673d:	mov    %r10,%r15
    6740:	lea    (%rax,%rbp,1),%r13
    6744:	nopl   0x0(%rax)
    6748:	mov    0x34(%r15),%eax
    674c:	mov    %r15,%rdi
    674f:	add    $0x5,%eax
    6752:	movslq %eax,%rsi
    6755:	sar    $0x1f,%eax
    6758:	imul   $0x2aaaaaab,%rsi,%rsi
    675f:	shr    $0x20,%rsi
    6763:	sub    %eax,%esi
    6765:	mov    0x30(%r15),%eax
    6769:	add    $0x5,%eax
    676c:	movslq %eax,%rcx
    676f:	sar    $0x1f,%eax
    6772:	imul   $0x2aaaaaab,%rcx,%rcx
    6779:	shr    $0x20,%rcx
    677d:	sub    %eax,%ecx
    677f:	mov    %rbp,%rax
    6782:	add    $0x1,%rbp
    6786:	imul   %esi,%ecx
    6789:	cqto
    678b:	movslq %esi,%rsi
    678e:	movslq %ecx,%rcx
    6791:	idiv   %rcx
    6794:	mov    %rax,%rcx
    6797:	mov    %rdx,%rax
    679a:	cqto
    679c:	mov    %rcx,0x70(%rsp)
    67a1:	mov    0x20(%rsp),%rcx
    67a6:	idiv   %rsi
    67a9:	mov    %r12,%rsi
    67ac:	lea    (%rax,%rax,2),%eax
    67af:	add    %eax,%eax
    67b1:	mov    %eax,0x78(%rsp)
    67b5:	lea    (%rdx,%rdx,2),%eax
    67b8:	mov    %r14,%rdx
    67bb:	add    %rbx,%r14
    67be:	add    %eax,%eax
    67c0:	mov    %eax,0x7c(%rsp)
    67c4:	call   5a70 <void boardai::network::(anonymous namespace)::finish_tile<6>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)>
    67c9:	cmp    %r13,%rbp
    67cc:	jne    6748 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x6c8>
    67d2:	jmp    641d <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x39d>
    67d7:	movslq 0x38(%rdi),%r8
    67db:	mov    0x3c(%rdi),%ebp
    67de:	lea    0x0(,%r8,4),%rax
    67e6:	mov    %r8,%r13
    67e9:	lea    (%rcx,%rax,1),%rdi
    67ed:	mov    %rax,(%rsp)
    67f1:	movslq %ebx,%rax
    67f4:	mov    %rax,0x20(%rsp)
    67f9:	imul   %r8,%rax
    67fd:	mov    %rdi,0x8(%rsp)
    6802:	lea    0x0(,%rax,4),%rsi
    680a:	add    %rsi,%rax
    680d:	mov    %rsi,0x48(%rsp)
    6812:	lea    (%rax,%rax,4),%rax
    6816:	lea    (%rdi,%rax,4),%rax
    681a:	mov    %rax,0x10(%rsp)
    681f:	test   %r8d,%r8d
    6822:	jle    684c <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x7cc>
    6824:	mov    %r8d,%edx
    6827:	mov    %rcx,%rdi
    682a:	xor    %esi,%esi
    682c:	mov    %r8,0x28(%rsp)
    6831:	shl    $0x2,%rdx
    6835:	mov    %r10,0x18(%rsp)
    683a:	call   683f <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x7bf>
    683f:	mov    0x18(%rsp),%r10
    6844:	mov    0x28(%rsp),%r8
    6849:	mov    %rax,%rcx
    684c:	test   %ebx,%ebx
    684e:	jle    6941 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x8c1>
    6854:	mov    0x58(%rsp),%rax
    6859:	mov    0x8(%rsp),%r14
    685e:	mov    %ebp,0x28(%rsp)
    6862:	lea    0x70(%rsp),%r12
    6867:	mov    0x20(%rsp),%rdi
    686c:	mov    (%rsp),%rbp
    6870:	mov    %r13d,0x18(%rsp)
    6875:	mov    %rax,%r15
    6878:	mov    %ebx,0x30(%rsp)
    687c:	mov    %r10,%rbx
    687f:	add    %rdi,%rax
    6882:	mov    %r14,%rdi
    6885:	mov    %r8,0x38(%rsp)
    688a:	mov    %r15,%r14
    688d:	mov    %rax,%r13
    6890:	mov    %rcx,%r8
    6893:	mov    %rdi,%r15
    6896:	cs nopw 0x0(%rax,%rax,1)
    68a0:	mov    0x34(%rbx),%eax
    68a3:	mov    %rbx,%rdi
    68a6:	mov    %r8,(%rsp)
    68aa:	add    $0x2,%eax
    68ad:	movslq %eax,%rsi
    68b0:	sar    $0x1f,%eax
    68b3:	imul   $0x55555556,%rsi,%rsi
    68ba:	shr    $0x20,%rsi
    68be:	sub    %eax,%esi
    68c0:	mov    0x30(%rbx),%eax
    68c3:	add    $0x2,%eax
    68c6:	movslq %eax,%rcx
    68c9:	sar    $0x1f,%eax
    68cc:	imul   $0x55555556,%rcx,%rcx
    68d3:	shr    $0x20,%rcx
    68d7:	sub    %eax,%ecx
    68d9:	mov    %r14,%rax
    68dc:	add    $0x1,%r14
    68e0:	imul   %esi,%ecx
    68e3:	cqto
    68e5:	movslq %esi,%rsi
    68e8:	movslq %ecx,%rcx
    68eb:	idiv   %rcx
    68ee:	mov    %rax,%rcx
    68f1:	mov    %rdx,%rax
    68f4:	cqto
    68f6:	mov    %rcx,0x70(%rsp)
    68fb:	mov    0x20(%rsp),%rcx
    6900:	idiv   %rsi
    6903:	mov    %r12,%rsi
    6906:	lea    (%rax,%rax,2),%eax
    6909:	mov    %eax,0x78(%rsp)
    690d:	lea    (%rdx,%rdx,2),%eax
    6910:	mov    %r15,%rdx
    6913:	add    %rbp,%r15
    6916:	mov    %eax,0x7c(%rsp)
    691a:	call   1bb0 <void boardai::network::(anonymous namespace)::transform_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)>
    691f:	cmp    %r13,%r14
    6922:	mov    (%rsp),%r8
    6926:	jne    68a0 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x820>
    692c:	mov    %rbx,%r10
    692f:	mov    0x18(%rsp),%r13d
    6934:	mov    0x28(%rsp),%ebp
    6938:	mov    0x30(%rsp),%ebx
    693c:	mov    0x38(%rsp),%r8
    6941:	movslq %ebp,%rax
    6944:	mov    %r8,%rdx
    6947:	mov    0x10(%rsp),%r14
    694c:	mov    0x8(%rsp),%r12
    6951:	imul   %rax,%rdx
    6955:	mov    %r10,0x28(%rsp)
    695a:	mov    %r14,0x8(%rsp)
    695f:	movq   $0x0,0x10(%rsp)
    6968:	lea    0x0(,%rdx,4),%rdi
    6970:	mov    0x20(%rsp),%rdx
    6975:	mov    %r14,0x60(%rsp)
    697a:	mov    %rdi,0x30(%rsp)
    697f:	imul   %rax,%rdx
    6983:	mov    %rax,0x68(%rsp)
    6988:	movq   $0x19,0x40(%rsp)
    6991:	lea    0x0(,%rdx,4),%rdi
    6999:	lea    -0x40(%rbp),%edx
    699c:	shr    $0x6,%edx
    699f:	mov    %rdi,0x38(%rsp)
    69a4:	lea    0x1(%rdx),%edi
    69a7:	mov    %edi,0x54(%rsp)
    69ab:	shl    $0x6,%edi
    69ae:	mov    %edi,0x50(%rsp)
    69b2:	nopw   0x0(%rax,%rax,1)
    69b8:	mov    0x28(%rsp),%rax
    69bd:	mov    0x10(%rsp),%rdx
    69c2:	add    0x8(%rax),%rdx
    69c6:	cmp    $0x3f,%ebp
    69c9:	jle    7285 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x1205>
    69cf:	mov    0x54(%rsp),%eax
    69d3:	mov    0x8(%rsp),%r15
    69d8:	mov    %rdx,0x18(%rsp)
    69dd:	mov    %ebx,(%rsp)
    69e0:	shl    $0x8,%rax
    69e4:	mov    %r15,%rbx
    69e7:	mov    %rdx,%r15
    69ea:	add    %rdx,%rax
    69ed:	mov    %rax,%r14
    69f0:	mov    (%rsp),%esi
    69f3:	mov    %rbx,%r9
    69f6:	mov    %r15,%rcx
    69f9:	mov    %ebp,%r8d
    69fc:	mov    %r13d,%edx
    69ff:	mov    %r12,%rdi
    6a02:	add    $0x100,%r15
    6a09:	add    $0x100,%rbx
    6a10:	call   0 <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)>
    6a15:	cmp    %r14,%r15
    6a18:	jne    69f0 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x970>
    6a1a:	mov    0x18(%rsp),%rdx
    6a1f:	mov    (%rsp),%ebx
    6a22:	mov    0x50(%rsp),%ecx
    6a26:	cmp    %ecx,%ebp
    6a28:	jle    6a87 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0xa07>
    6a2a:	mov    0x8(%rsp),%rax
    6a2f:	movslq %ecx,%rsi
    6a32:	mov    %ebx,(%rsp)
    6a35:	lea    0x0(,%rsi,4),%r9
    6a3d:	lea    (%rax,%r9,1),%r15
    6a41:	lea    -0x1(%rbp),%eax
    6a44:	sub    %rcx,%rax
    6a47:	lea    (%rdx,%r9,1),%r14
    6a4b:	and    $0xfffffff0,%eax
    6a4e:	add    %rsi,%rax
    6a51:	lea    0x40(%rdx,%rax,4),%rax
    6a56:	mov    %rax,%rbx
    6a59:	nopl   0x0(%rax)
    6a60:	mov    (%rsp),%esi
    6a63:	mov    %r15,%r9
    6a66:	mov    %r14,%rcx
    6a69:	mov    %ebp,%r8d
    6a6c:	mov    %r13d,%edx
    6a6f:	mov    %r12,%rdi
    6a72:	add    $0x40,%r14
    6a76:	add    $0x40,%r15
    6a7a:	call   d40 <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)>
    6a7f:	cmp    %rbx,%r14
    6a82:	jne    6a60 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x9e0>
    6a84:	mov    (%rsp),%ebx
    6a87:	mov    0x48(%rsp),%rax
    6a8c:	mov    0x30(%rsp),%rdi
    6a91:	add    %rdi,0x10(%rsp)
    6a96:	mov    0x38(%rsp),%rdi
    6a9b:	add    %rax,%r12
    6a9e:	add    %rdi,0x8(%rsp)
    6aa3:	subq   $0x1,0x40(%rsp)
    6aa9:	jne    69b8 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x938>
    6aaf:	mov    0x60(%rsp),%r14
    6ab4:	mov    0x28(%rsp),%r10
    6ab9:	mov    0x68(%rsp),%rax
    6abe:	test   %ebx,%ebx
    6ac0:	jle    641d <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x39d>
    6ac6:	mov    0x58(%rsp),%r13
    6acb:	mov    0x20(%rsp),%r15
    6ad0:	lea    0x70(%rsp),%r12
    6ad5:	mov    %r10,%rdi
    6ad8:	lea    0x0(,%rax,4),%rbp
    6ae0:	lea    (%r15,%r13,1),%rbx
    6ae4:	nopl   0x0(%rax)
    6ae8:	mov    0x34(%rdi),%eax
    6aeb:	add    $0x2,%eax
    6aee:	movslq %eax,%rsi
    6af1:	sar    $0x1f,%eax
    6af4:	imul   $0x55555556,%rsi,%rsi
    6afb:	shr    $0x20,%rsi
    6aff:	sub    %eax,%esi
    6b01:	mov    0x30(%rdi),%eax
    6b04:	add    $0x2,%eax
    6b07:	movslq %eax,%rcx
    6b0a:	sar    $0x1f,%eax
    6b0d:	imul   $0x55555556,%rcx,%rcx
    6b14:	shr    $0x20,%rcx
    6b18:	sub    %eax,%ecx
    6b1a:	mov    %r13,%rax
    6b1d:	add    $0x1,%r13
    6b21:	imul   %esi,%ecx
    6b24:	cqto
    6b26:	movslq %esi,%rsi
    6b29:	movslq %ecx,%rcx
    6b2c:	idiv   %rcx
    6b2f:	mov    %rax,%rcx
    6b32:	mov    %rdx,%rax
    6b35:	cqto
    6b37:	mov    %rcx,0x70(%rsp)
    6b3c:	mov    %r15,%rcx
    6b3f:	idiv   %rsi
    6b42:	mov    %r12,%rsi
    6b45:	lea    (%rax,%rax,2),%eax
    6b48:	mov    %eax,0x78(%rsp)
    6b4c:	lea    (%rdx,%rdx,2),%eax
    6b4f:	mov    %r14,%rdx
    6b52:	add    %rbp,%r14
    6b55:	mov    %eax,0x7c(%rsp)
    6b59:	call   2930 <void boardai::network::(anonymous namespace)::finish_tile<3>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)>
    6b5e:	cmp    %rbx,%r13
    6b61:	jne    6ae8 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0xa68>
    6b63:	jmp    641d <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x39d>
    6b68:	movslq 0x38(%rdi),%r8
    6b6c:	mov    0x3c(%rdi),%ebp
    6b6f:	lea    0x0(,%r8,4),%rax
    6b77:	mov    %r8,%r13
    6b7a:	lea    (%rcx,%rax,1),%rdi
    6b7e:	mov    %rax,(%rsp)
    6b82:	movslq %ebx,%rax
    6b85:	mov    %rax,0x20(%rsp)
    6b8a:	imul   %r8,%rax
    6b8e:	mov    %rdi,0x8(%rsp)
    6b93:	mov    %rax,0x10(%rsp)
    6b98:	lea    (%rax,%rax,8),%rax
    6b9c:	shl    $0x4,%rax
    6ba0:	add    %rdi,%rax
    6ba3:	mov    %rax,0x18(%rsp)
    6ba8:	test   %r8d,%r8d
    6bab:	jle    6bd5 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0xb55>
    6bad:	mov    %r8d,%edx
    6bb0:	mov    %rcx,%rdi
    6bb3:	xor    %esi,%esi
    6bb5:	mov    %r8,0x30(%rsp)
    6bba:	shl    $0x2,%rdx
    6bbe:	mov    %r10,0x28(%rsp)
    6bc3:	call   6bc8 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0xb48>
    6bc8:	mov    0x28(%rsp),%r10
    6bcd:	mov    0x30(%rsp),%r8
    6bd2:	mov    %rax,%rcx
    6bd5:	test   %ebx,%ebx
    6bd7:	jle    6ca9 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0xc29>
    6bdd:	mov    0x58(%rsp),%rax
    6be2:	mov    0x8(%rsp),%r14
    6be7:	mov    %ebp,0x30(%rsp)
    6beb:	lea    0x70(%rsp),%r12
    6bf0:	mov    0x20(%rsp),%rdi
    6bf5:	mov    (%rsp),%rbp
    6bf9:	mov    %r13d,0x28(%rsp)
    6bfe:	mov    %rax,%r15
    6c01:	mov    %ebx,0x38(%rsp)
    6c05:	mov    %r10,%rbx
    6c08:	add    %rdi,%rax
    6c0b:	mov    %r14,%rdi
    6c0e:	mov    %r8,0x40(%rsp)
    6c13:	mov    %r15,%r14
    6c16:	mov    %rax,%r13
    6c19:	mov    %rcx,%r8
    6c1c:	mov    %rdi,%r15
    6c1f:	nop
    6c20:	mov    0x34(%rbx),%eax
    6c23:	mov    %rbx,%rdi
    6c26:	mov    %r8,(%rsp)
    6c2a:	lea    0x6(%rax),%esi
    6c2d:	add    $0x3,%eax
    6c30:	cmovns %eax,%esi
    6c33:	mov    0x30(%rbx),%eax
    6c36:	sar    $0x2,%esi
    6c39:	lea    0x6(%rax),%ecx
    6c3c:	add    $0x3,%eax
    6c3f:	cmovns %eax,%ecx
    6c42:	mov    %r14,%rax
    6c45:	add    $0x1,%r14
    6c49:	cqto
    6c4b:	sar    $0x2,%ecx
    6c4e:	imul   %esi,%ecx
    6c51:	movslq %esi,%rsi
    6c54:	movslq %ecx,%rcx
    6c57:	idiv   %rcx
    6c5a:	mov    %rax,%rcx
    6c5d:	mov    %rdx,%rax
    6c60:	cqto
    6c62:	mov    %rcx,0x70(%rsp)
    6c67:	mov    0x20(%rsp),%rcx
    6c6c:	idiv   %rsi
    6c6f:	mov    %r12,%rsi
    6c72:	shl    $0x2,%edx
    6c75:	shl    $0x2,%eax
    6c78:	mov    %edx,0x7c(%rsp)
    6c7c:	mov    %r15,%rdx
    6c7f:	add    %rbp,%r15
    6c82:	mov    %eax,0x78(%rsp)
    6c86:	call   3020 <void boardai::network::(anonymous namespace)::transform_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)>
    6c8b:	cmp    %r13,%r14
    6c8e:	mov    (%rsp),%r8
    6c92:	jne    6c20 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0xba0>
    6c94:	mov    %rbx,%r10
    6c97:	mov    0x28(%rsp),%r13d
    6c9c:	mov    0x30(%rsp),%ebp
    6ca0:	mov    0x38(%rsp),%ebx
    6ca4:	mov    0x40(%rsp),%r8
    6ca9:	movslq %ebp,%rax
    6cac:	mov    %r8,%rdx
    6caf:	mov    0x18(%rsp),%r14
    6cb4:	mov    0x8(%rsp),%r12
    6cb9:	imul   %rax,%rdx
    6cbd:	mov    %ebp,(%rsp)
    6cc0:	mov    %r14,0x8(%rsp)
    6cc5:	movq   $0x24,0x48(%rsp)
    6cce:	lea    0x0(,%rdx,4),%rdi
    6cd6:	mov    0x20(%rsp),%rdx
    6cdb:	mov    %r14,0x60(%rsp)
    6ce0:	mov    %rdi,0x30(%rsp)
    6ce5:	mov    0x10(%rsp),%rdi
    6cea:	imul   %rax,%rdx
    6cee:	mov    %r10,0x28(%rsp)
    6cf3:	shl    $0x2,%rdi
    6cf7:	mov    %rax,0x68(%rsp)
    6cfc:	mov    %rdi,0x38(%rsp)
    6d01:	lea    0x0(,%rdx,4),%rdi
    6d09:	lea    -0x40(%rbp),%edx
    6d0c:	movq   $0x0,0x10(%rsp)
    6d15:	shr    $0x6,%edx
    6d18:	mov    %rdi,0x40(%rsp)
    6d1d:	lea    0x1(%rdx),%edi
    6d20:	mov    %edi,0x54(%rsp)
    6d24:	shl    $0x6,%edi
    6d27:	mov    %edi,0x50(%rsp)
    6d2b:	nopl   0x0(%rax,%rax,1)
    6d30:	mov    0x28(%rsp),%rax
    6d35:	mov    0x10(%rsp),%rdx
    6d3a:	add    0x8(%rax),%rdx
    6d3e:	cmpl   $0x3f,(%rsp)
    6d42:	jle    727e <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x11fe>
    6d48:	mov    0x54(%rsp),%r14d
    6d4d:	mov    0x8(%rsp),%rbp
    6d52:	mov    %rdx,0x18(%rsp)
    6d57:	mov    %rdx,%r15
    6d5a:	shl    $0x8,%r14
    6d5e:	add    %rdx,%r14
    6d61:	nopl   0x0(%rax)
    6d68:	mov    (%rsp),%r8d
    6d6c:	mov    %rbp,%r9
    6d6f:	mov    %r15,%rcx
    6d72:	mov    %r13d,%edx
    6d75:	mov    %ebx,%esi
    6d77:	mov    %r12,%rdi
    6d7a:	add    $0x100,%r15
    6d81:	add    $0x100,%rbp
    6d88:	call   0 <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)>
    6d8d:	cmp    %r14,%r15
    6d90:	jne    6d68 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0xce8>
    6d92:	mov    0x18(%rsp),%rdx
    6d97:	mov    0x50(%rsp),%ecx
    6d9b:	cmp    %ecx,(%rsp)
    6d9e:	jle    6e00 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0xd80>
    6da0:	mov    0x8(%rsp),%rax
    6da5:	movslq %ecx,%rsi
    6da8:	lea    0x0(,%rsi,4),%r9
    6db0:	lea    (%rax,%r9,1),%rbp
    6db4:	mov    (%rsp),%eax
    6db7:	lea    (%rdx,%r9,1),%r14
    6dbb:	sub    $0x1,%eax
    6dbe:	sub    %rcx,%rax
    6dc1:	and    $0xfffffff0,%eax
    6dc4:	add    %rsi,%rax
    6dc7:	lea    0x40(%rdx,%rax,4),%r15
    6dcc:	mov    %ebx,%eax
    6dce:	mov    %r15,%rbx
    6dd1:	mov    %eax,%r15d
    6dd4:	nopl   0x0(%rax)
    6dd8:	mov    (%rsp),%r8d
    6ddc:	mov    %rbp,%r9
    6ddf:	mov    %r14,%rcx
    6de2:	mov    %r13d,%edx
    6de5:	mov    %r15d,%esi
    6de8:	mov    %r12,%rdi
    6deb:	add    $0x40,%r14
    6def:	add    $0x40,%rbp
    6df3:	call   d40 <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)>
    6df8:	cmp    %rbx,%r14
    6dfb:	jne    6dd8 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0xd58>
    6dfd:	mov    %r15d,%ebx
    6e00:	mov    0x38(%rsp),%rax
    6e05:	mov    0x30(%rsp),%rdi
    6e0a:	add    %rdi,0x10(%rsp)
    6e0f:	mov    0x40(%rsp),%rdi
    6e14:	add    %rax,%r12
    6e17:	add    %rdi,0x8(%rsp)
    6e1c:	subq   $0x1,0x48(%rsp)
    6e22:	jne    6d30 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0xcb0>
    6e28:	mov    0x60(%rsp),%r14
    6e2d:	mov    0x28(%rsp),%r10
    6e32:	mov    0x68(%rsp),%rax
    6e37:	test   %ebx,%ebx
    6e39:	jle    641d <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x39d>
    6e3f:	mov    0x58(%rsp),%rbp
    6e44:	lea    0x0(,%rax,4),%rbx
    6e4c:	mov    0x20(%rsp),%rax
    6e51:	lea    0x70(%rsp),%r12
    6e56:	mov    %r12,%r15
    6e59:	mov    %r10,%r12
    6e5c:	lea    (%rax,%rbp,1),%r13
    6e60:	mov    0x34(%r12),%eax
    6e65:	mov    %r12,%rdi
    6e68:	lea    0x6(%rax),%esi
    6e6b:	add    $0x3,%eax
    6e6e:	cmovns %eax,%esi
    6e71:	mov    0x30(%r12),%eax
    6e76:	sar    $0x2,%esi
    6e79:	lea    0x6(%rax),%ecx
    6e7c:	add    $0x3,%eax
    6e7f:	cmovns %eax,%ecx
    6e82:	mov    %rbp,%rax
    6e85:	add    $0x1,%rbp
    6e89:	cqto
    6e8b:	sar    $0x2,%ecx
    6e8e:	imul   %esi,%ecx
    6e91:	movslq %esi,%rsi
    6e94:	movslq %ecx,%rcx
    6e97:	idiv   %rcx
    6e9a:	mov    %rax,%rcx
    6e9d:	mov    %rdx,%rax
    6ea0:	cqto
    6ea2:	mov    %rcx,0x70(%rsp)
    6ea7:	mov    0x20(%rsp),%rcx
    6eac:	idiv   %rsi
    6eaf:	mov    %r15,%rsi
    6eb2:	shl    $0x2,%edx
    6eb5:	shl    $0x2,%eax
    6eb8:	mov    %edx,0x7c(%rsp)
    6ebc:	mov    %r14,%rdx
    6ebf:	add    %rbx,%r14
    6ec2:	mov    %eax,0x78(%rsp)
    6ec6:	call   3dd0 <void boardai::network::(anonymous namespace)::finish_tile<4>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)>
    6ecb:	cmp    %r13,%rbp
    6ece:	jne    6e60 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0xde0>
    6ed0:	jmp    641d <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x39d>
    6ed5:	movslq 0x38(%rdi),%rbp
    6ed9:	mov    0x3c(%rdi),%eax
    6edc:	mov    %eax,(%rsp)
    6edf:	lea    0x0(,%rbp,4),%rax
    6ee7:	mov    %rbp,%r13
    6eea:	lea    (%rcx,%rax,1),%rdi
    6eee:	mov    %rax,0x8(%rsp)
    6ef3:	movslq %ebx,%rax
    6ef6:	mov    %rax,0x20(%rsp)
    6efb:	imul   %rbp,%rax
    6eff:	mov    %rdi,0x10(%rsp)
    6f04:	mov    %rax,0x18(%rsp)
    6f09:	imul   $0xc4,%rax,%rax
    6f10:	add    %rdi,%rax
    6f13:	mov    %rax,0x28(%rsp)
    6f18:	test   %ebp,%ebp
    6f1a:	jle    6f39 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0xeb9>
    6f1c:	mov    %ebp,%edx
    6f1e:	mov    %rcx,%rdi
    6f21:	xor    %esi,%esi
    6f23:	mov    %r10,0x30(%rsp)
    6f28:	shl    $0x2,%rdx
    6f2c:	call   6f31 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0xeb1>
    6f31:	mov    0x30(%rsp),%r10
    6f36:	mov    %rax,%rcx
    6f39:	test   %ebx,%ebx
    6f3b:	jle    702a <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0xfaa>
    6f41:	mov    0x58(%rsp),%rax
    6f46:	mov    0x20(%rsp),%rdi
    6f4b:	mov    %ebx,0x38(%rsp)
    6f4f:	mov    %rcx,%r8
    6f52:	mov    0x10(%rsp),%r14
    6f57:	lea    0x70(%rsp),%r12
    6f5c:	mov    0x8(%rsp),%rbx
    6f61:	mov    %r13d,0x30(%rsp)
    6f66:	mov    %rax,%r15
    6f69:	add    %rdi,%rax
    6f6c:	vmovq  %rbp,%xmm27
    6f72:	mov    %r12,%r13
    6f75:	mov    %r15,%rbp
    6f78:	mov    %r14,%r12
    6f7b:	mov    %r10,%r15
    6f7e:	mov    %rax,%r14
    6f81:	nopl   0x0(%rax)
    6f88:	mov    0x34(%r15),%eax
    6f8c:	mov    %r15,%rdi
    6f8f:	mov    %r8,0x8(%rsp)
    6f94:	add    $0x4,%eax
    6f97:	movslq %eax,%rsi
    6f9a:	sar    $0x1f,%eax
    6f9d:	imul   $0x66666667,%rsi,%rsi
    6fa4:	sar    $0x21,%rsi
    6fa8:	sub    %eax,%esi
    6faa:	mov    0x30(%r15),%eax
    6fae:	add    $0x4,%eax
    6fb1:	movslq %eax,%rcx
    6fb4:	sar    $0x1f,%eax
    6fb7:	imul   $0x66666667,%rcx,%rcx
    6fbe:	sar    $0x21,%rcx
    6fc2:	sub    %eax,%ecx
    6fc4:	mov    %rbp,%rax
    6fc7:	add    $0x1,%rbp
    6fcb:	imul   %esi,%ecx
    6fce:	cqto
    6fd0:	movslq %esi,%rsi
    6fd3:	movslq %ecx,%rcx
    6fd6:	idiv   %rcx
    6fd9:	mov    %rax,%rcx
    6fdc:	mov    %rdx,%rax
    6fdf:	cqto
    6fe1:	mov    %rcx,0x70(%rsp)
    6fe6:	mov    0x20(%rsp),%rcx
    6feb:	idiv   %rsi
    6fee:	mov    %r13,%rsi
    6ff1:	lea    (%rax,%rax,4),%eax
    6ff4:	mov    %eax,0x78(%rsp)
    6ff8:	lea    (%rdx,%rdx,4),%eax
    6ffb:	mov    %r12,%rdx
    6ffe:	add    %rbx,%r12
    7001:	mov    %eax,0x7c(%rsp)
    7005:	call   4180 <void boardai::network::(anonymous namespace)::transform_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float*, long, float const*)>
    700a:	cmp    %r14,%rbp
    700d:	mov    0x8(%rsp),%r8
    7012:	jne    6f88 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0xf08>
    7018:	mov    0x30(%rsp),%r13d
    701d:	mov    0x38(%rsp),%ebx
    7021:	mov    %r15,%r10
    7024:	vmovq  %xmm27,%rbp
    702a:	movslq (%rsp),%rax
    702e:	mov    %rbp,%rdx
    7031:	mov    0x28(%rsp),%r14
    7036:	movq   $0x31,0x48(%rsp)
    703f:	mov    0x10(%rsp),%r12
    7044:	mov    %r10,0x28(%rsp)
    7049:	imul   %rax,%rdx
    704d:	mov    %r14,0x8(%rsp)
    7052:	movq   $0x0,0x10(%rsp)
    705b:	mov    %r14,0x60(%rsp)
    7060:	lea    0x0(,%rdx,4),%rsi
    7068:	mov    0x20(%rsp),%rdx
    706d:	mov    %rax,0x68(%rsp)
    7072:	mov    %rsi,0x30(%rsp)
    7077:	mov    0x18(%rsp),%rsi
    707c:	imul   %rax,%rdx
    7080:	shl    $0x2,%rsi
    7084:	mov    %rsi,0x38(%rsp)
    7089:	lea    0x0(,%rdx,4),%rsi
    7091:	lea    -0x40(%rax),%edx
    7094:	shr    $0x6,%edx
    7097:	mov    %rsi,0x40(%rsp)
    709c:	lea    0x1(%rdx),%edi
    709f:	mov    %edi,0x54(%rsp)
    70a3:	shl    $0x6,%edi
    70a6:	mov    %edi,0x50(%rsp)
    70aa:	nopw   0x0(%rax,%rax,1)
    70b0:	mov    0x28(%rsp),%rax
    70b5:	mov    0x10(%rsp),%rdx
    70ba:	add    0x8(%rax),%rdx
    70be:	cmpl   $0x3f,(%rsp)
    70c2:	jle    7277 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x11f7>
    70c8:	mov    0x54(%rsp),%r14d
    70cd:	mov    0x8(%rsp),%rbp
    70d2:	mov    %rdx,0x18(%rsp)
    70d7:	mov    %rdx,%r15
    70da:	shl    $0x8,%r14
    70de:	add    %rdx,%r14
    70e1:	nopl   0x0(%rax)
    70e8:	mov    (%rsp),%r8d
    70ec:	mov    %rbp,%r9
    70ef:	mov    %r15,%rcx
    70f2:	mov    %r13d,%edx
    70f5:	mov    %ebx,%esi
    70f7:	mov    %r12,%rdi
    70fa:	add    $0x100,%r15
    7101:	add    $0x100,%rbp
    7108:	call   0 <void boardai::network::(anonymous namespace)::multiply_columns<4>(float const*, int, int, float const*, int, float*)>
    710d:	cmp    %r14,%r15
    7110:	jne    70e8 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x1068>
    7112:	mov    0x18(%rsp),%rdx
    7117:	mov    0x50(%rsp),%ecx
    711b:	cmp    %ecx,(%rsp)
    711e:	jle    7180 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x1100>
    7120:	mov    0x8(%rsp),%rax
    7125:	movslq %ecx,%rsi
    7128:	lea    0x0(,%rsi,4),%r9
    7130:	lea    (%rax,%r9,1),%rbp
    7134:	mov    (%rsp),%eax
    7137:	lea    (%rdx,%r9,1),%r14
    713b:	sub    $0x1,%eax
    713e:	sub    %rcx,%rax
    7141:	and    $0xfffffff0,%eax
    7144:	add    %rsi,%rax
    7147:	lea    0x40(%rdx,%rax,4),%r15
    714c:	mov    %ebx,%eax
    714e:	mov    %r15,%rbx
    7151:	mov    %eax,%r15d
    7154:	nopl   0x0(%rax)
    7158:	mov    (%rsp),%r8d
    715c:	mov    %rbp,%r9
    715f:	mov    %r14,%rcx
    7162:	mov    %r13d,%edx
    7165:	mov    %r15d,%esi
    7168:	mov    %r12,%rdi
    716b:	add    $0x40,%r14
    716f:	add    $0x40,%rbp
    7173:	call   d40 <void boardai::network::(anonymous namespace)::multiply_columns<1>(float const*, int, int, float const*, int, float*)>
    7178:	cmp    %rbx,%r14
    717b:	jne    7158 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x10d8>
    717d:	mov    %r15d,%ebx
    7180:	mov    0x38(%rsp),%rax
    7185:	mov    0x30(%rsp),%rdi
    718a:	add    %rdi,0x10(%rsp)
    718f:	mov    0x40(%rsp),%rdi
    7194:	add    %rax,%r12
    7197:	add    %rdi,0x8(%rsp)
    719c:	subq   $0x1,0x48(%rsp)
    71a2:	jne    70b0 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x1030>
    71a8:	mov    0x60(%rsp),%r14
    71ad:	mov    0x28(%rsp),%r10
    71b2:	mov    0x68(%rsp),%rax
    71b7:	test   %ebx,%ebx
    71b9:	jle    641d <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x39d>
    71bf:	mov    0x58(%rsp),%rbp
    71c4:	lea    0x0(,%rax,4),%rbx
    71cc:	mov    0x20(%rsp),%rax
    71d1:	lea    0x70(%rsp),%r12
    71d6:	mov    %r12,%r15
    71d9:	mov    %r10,%r12
    71dc:	lea    (%rax,%rbp,1),%r13
    71e0:	mov    0x34(%r12),%eax
    71e5:	mov    %r12,%rdi
    71e8:	add    $0x4,%eax
    71eb:	movslq %eax,%rsi
    71ee:	sar    $0x1f,%eax
    71f1:	imul   $0x66666667,%rsi,%rsi
    71f8:	sar    $0x21,%rsi
    71fc:	sub    %eax,%esi
    71fe:	mov    0x30(%r12),%eax
    7203:	add    $0x4,%eax
    7206:	movslq %eax,%rcx
    7209:	sar    $0x1f,%eax
    720c:	imul   $0x66666667,%rcx,%rcx
    7213:	sar    $0x21,%rcx
    7217:	sub    %eax,%ecx
    7219:	mov    %rbp,%rax
    721c:	add    $0x1,%rbp
    7220:	imul   %esi,%ecx
    7223:	cqto
    7225:	movslq %esi,%rsi
    7228:	movslq %ecx,%rcx
    722b:	idiv   %rcx
    722e:	mov    %rax,%rcx
    7231:	mov    %rdx,%rax
    7234:	cqto
    7236:	mov    %rcx,0x70(%rsp)
    723b:	mov    0x20(%rsp),%rcx
    7240:	idiv   %rsi
    7243:	mov    %r15,%rsi
    7246:	lea    (%rax,%rax,4),%eax
    7249:	mov    %eax,0x78(%rsp)
    724d:	lea    (%rdx,%rdx,4),%eax
    7250:	mov    %r14,%rdx
    7253:	add    %rbx,%r14
    7256:	mov    %eax,0x7c(%rsp)
    725a:	call   4b00 <void boardai::network::(anonymous namespace)::finish_tile<5>(boardai::network::Convolution const&, boardai::network::(anonymous namespace)::Place const&, float const*, long)>
    725f:	cmp    %r13,%rbp
    7262:	jne    71e0 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x1160>
    7268:	jmp    641d <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x39d>
    726d:	nopl   (%rax)
    7270:	xor    %ecx,%ecx
    7272:	jmp    6686 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x606>
    7277:	xor    %ecx,%ecx
    7279:	jmp    711b <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x109b>
    727e:	xor    %ecx,%ecx
    7280:	jmp    6d9b <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0xd1b>
    7285:	xor    %ecx,%ecx
    7287:	jmp    6a26 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x9a6>
    728c:	xor    %ecx,%ecx
    728e:	jmp    62f6 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)+0x276>
    7293:	data16 cs nopw 0x0(%rax,%rax,1)
    729e:	xchg   %ax,%ax

00000000000072a0 <boardai::network::avx512_kernel()>:
    72a0:	lea    -0x1227(%rip),%rax        # 6080 <boardai::network::(anonymous namespace)::convolve_tiles(boardai::network::Convolution const&, long, int, float*)>
    72a7:	ret
